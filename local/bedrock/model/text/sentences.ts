const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(granularity: "sentence" | "word"): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter("en", { granularity });
  segmenters.set(granularity, known);
  return known;
}

/** Abbreviations after which the segmenter ends a sentence too early. */
const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Sra|Jr|M|Mme|vs|etc|cf|ca|approx|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|bzw|ggf|inkl|Mio|Mrd|Tsd|Nr|No|Fig|Abb|p|pp|pág|núm|art|Art|Abs|vol|Vol|Inc|Ltd|Co|\p{Lu})\.\s*$/u;

/**
 * The sentences of a text, in order, each with single spaces. Lines of a list and headings count as sentences of their
 * own; a line that only breaks a paragraph does not end one.
 */
export function sentencesOf(text: string): readonly string[] {
  return blocksOf(text).flatMap((block) => {
    const sentences: string[] = [];
    for (const { segment } of segmenter("sentence").segment(block)) {
      const last = sentences.at(-1);
      if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = last + segment;
      else sentences.push(segment);
    }
    return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
  });
}

/** True for a sentence that can stand alone in a text: it has a verb's worth of words and ends like a sentence. */
export function isWholeSentence(sentence: string): boolean {
  return (
    /[.!?…]["”»)\]]?$/u.test(sentence) &&
    (sentence.match(/\p{L}+/gu) ?? []).length >= 4 &&
    /^[\p{Lu}\p{N}"“„«(¿¡]/u.test(sentence)
  );
}

/** False for what only looks like a line of text: code, paths, rows of signs. */
export function isProse(line: string): boolean {
  const letters = (line.match(/[\p{L}\p{N}\s]/gu) ?? []).length;
  return letters / Math.max(1, line.length) > 0.75 && !/^\/\/|=>|[{};]\s*[.]?$/u.test(line);
}

/** The words of a text, lower case, without punctuation. Chinese and Japanese words come apart too. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter("word").segment(text.toLowerCase())) {
    if (isWordLike === true) words.push(segment);
  }
  return words;
}

/** Paragraphs, list lines and headings, each on one line. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let open = "";
  const close = () => {
    if (open !== "") blocks.push(open);
    open = "";
  };
  for (const raw of text.replaceAll("\r", "").split("\n")) {
    const line = raw.trim();
    const own = /^(#{1,6}\s|[-*•+]\s|\d{1,3}[.)]\s|\|)/u.test(line);
    if (line === "" || own) close();
    if (line === "") continue;
    if (own) blocks.push(line.replace(/^(#{1,6}|[-*•+]|\d{1,3}[.)])\s+/u, "").trim());
    else open = open === "" ? line : `${open} ${line}`;
  }
  close();
  return blocks.map((block) => block.replace(/\s+/g, " ").trim()).filter((block) => block !== "");
}
