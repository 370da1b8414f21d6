import type { Location } from "./resource-names.ts";
import type { AssetFile, Template } from "./template-file.ts";

/** A template, the assets beside it, and where the stack is to be. */
export interface TemplateSource {
  readonly template: Template;
  readonly assets: AssetFile;
  /** Folder that asset paths are relative to. */
  readonly assemblyDir: string;
  readonly location: Location;
}
