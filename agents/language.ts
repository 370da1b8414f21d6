import * as z from "zod";
import { languages } from "../shared/domain/text/language.ts";

/** Languages that the words of the agents themselves are there in; sources may be in any. */
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;
