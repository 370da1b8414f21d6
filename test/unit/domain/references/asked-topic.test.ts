import fc from "fast-check";
import { expect, test } from "vitest";
import { askedTopic } from "../../../../shared/domain/references/asked-topic.ts";

test.each([
  ["What does it say about solar power?", "solar power"],
  ["And what about the costs?", "costs"],
  ["Summarise what the sources say about the bridge.", "bridge"],
  ["Tell me more about wind", "wind"],
  ["Is there anything on the risks?", "risks"],
  ["Fasse zusammen, was die Quellen über die Stadtbrücke sagen", "Stadtbrücke"],
  ["Was steht in den Unterlagen über den Zeitplan?", "Zeitplan"],
  ["Und was ist mit Solarenergie?", "Solarenergie"],
  ["Que disent les sources sur le pont ?", "pont"],
  ["Et qu'en est-il des coûts ?", "coûts"],
  ["¿Qué dicen las fuentes sobre el puente?", "puente"],
  ["¿Y qué hay de la energía solar?", "energía solar"],
  ["Cosa dicono le fonti sul ponte?", "ponte"],
  ["Riassumi quello che le fonti dicono del ponte", "ponte"],
])("%s: %s", (message, topic) => {
  expect(askedTopic(message)).toBe(topic);
});

test.each(["Use the median", "What is the median?", "Why is coal in there?", "Expand point 3", "Was ist das?", ""])(
  "%s: asks otherwise",
  (message) => {
    expect(askedTopic(message)).toBeNull();
  },
);

test("whatever is typed, a topic is part of it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("What about ", "was ist mit ", "que hay de ", ""),
      fc.string({ unit: "grapheme" }),
      (start, rest) => {
        const topic = askedTopic(start + rest);
        if (topic !== null) expect((start + rest).normalize("NFC").replaceAll(/\s+/g, " ")).toContain(topic);
      },
    ),
  );
});
