import { isRelated, stemOf, subjectStems } from "./stems.ts";

const family = (words: string): readonly string[] => [...new Set(words.split(" ").map(stemOf))];

/** Subjects a reader asks for by one word and a text speaks of by many; in English, German, French, Spanish and Italian. */
const families: readonly (readonly string[])[] = [
  family(
    "risk risks risky danger dangerous threat threaten fail fails failure failed fear uncertain uncertainty loss losses lose " +
      "problem problems concern concerns warn warning vulnerable exposure exposed hazard delay delays shortage shortfall harm " +
      "damage worse worsen decline deficit overrun lawsuit dispute breach accident injury disease epidemic crisis catastrophe " +
      "risiko risiken gefahr gefahren bedrohung scheitern verlust verluste unsicherheit problem probleme warnung schaden " +
      "schäden engpass verzögerung mangel ausfall risque risques danger menace échec perte pertes incertitude problème " +
      "retard pénurie dommage riesgo riesgos peligro amenaza fracaso pérdida pérdidas incertidumbre problema retraso escasez " +
      "daño rischio rischi pericolo minaccia fallimento perdita perdite incertezza problema ritardo carenza danno",
  ),
  family(
    "cost costs costly price prices expense expenses expensive budget pay paid spend spending money fee fees kosten preis " +
      "preise ausgaben teuer budget geld gebühr coût coûts prix dépense dépenses cher budget argent coste costes costo costos " +
      "precio precios gasto gastos caro presupuesto dinero costi prezzo prezzi spesa spese caro bilancio denaro",
  ),
  family(
    "benefit benefits advantage advantages gain gains improve improved improvement save saved saving success profit " +
      "vorteil vorteile nutzen gewinn verbesserung erfolg ersparnis avantage avantages bénéfice gain amélioration succès " +
      "ventaja ventajas beneficio beneficios mejora ganancia éxito vantaggio vantaggi beneficio miglioramento guadagno successo",
  ),
  family(
    "history historical origin origins began founded century past earlier geschichte ursprung gegründet jahrhundert früher " +
      "histoire origine fondé siècle passé historia origen fundado siglo pasado storia origine fondato secolo passato",
  ),
  family(
    "outlook future next forecast expect expected plan plans planned recommend recommendation recommendations should step steps " +
      "ausblick zukunft prognose erwartet plan pläne empfehlung empfehlungen schritte avenir prévision prévu recommandation " +
      "étapes futuro previsión previsto recomendación pasos futuro previsione previsto raccomandazione passi",
  ),
  family(
    "cause causes reason reasons because due driver drivers explain ursache ursachen grund gründe weil cause causes raison " +
      "raisons causa causas razón razones motivo causa cause ragione motivi",
  ),
];

/** What a topic may be spoken of by: its own words, and those of the families its words belong to. */
export type Topic = { readonly words: readonly string[]; readonly related: ReadonlySet<string> };

/** Reads a topic. */
export function topicOf(text: string): Topic {
  const words = [...new Set(subjectStems(text))];
  const related = new Set(families.filter((stems) => words.some((word) => stems.includes(word))).flat());
  for (const word of words) related.delete(word);
  return { words, related };
}

/** How much some stems speak of a topic: 0 for not at all; each of its words counts 1, each related one a little less. */
export function relevance(topic: Topic, stems: readonly string[]): number {
  const distinct = new Set(stems);
  const own = topic.words.filter((word) => [...distinct].some((stem) => isRelated(word, stem))).length;
  const related = [...distinct].filter((stem) => topic.related.has(stem)).length;
  return own + Math.min(related, 3) * 0.7;
}

const nounBefore =
  /^(?:.*?\b(?:the|a|an|all|every|die|der|das|alle|les?|las?|los|el|il|gli|i|tutti|tutte|tous|toutes|todos|todas)\s+)?((?:[\p{L}\d-]+\s+){0,3}?[\p{L}-]+)\s+(?:of|for|in|behind|to|that|which|von|der|des|für|du|de|d|del|della|di|per)\b/iu;

/**
 * How much a sentence speaks of what a topic asks for several of: `principle` of "the ten principles of the plan" by that
 * word, less by one of its family ("because" of "causes of the crisis"). 1: not at all, or the topic is a subject alone.
 */
export function listedWeight(topic: string): (stems: readonly string[]) => number {
  const head = stemOf(nounBefore.exec(topic.trim())?.[1]?.split(/\s+/u).at(-1) ?? "");
  if (head.length < 3) return () => 1;
  const family = new Set(families.filter((stems) => stems.includes(head)).flat());
  return (stems) => {
    if (stems.includes(head)) return 2;
    return stems.some((stem) => family.has(stem)) ? 1.3 : 1;
  };
}
