/* Words by which a follow-up asks to come back later, in folded text of the five languages. */
import { anywhere } from "./word-patterns.ts";

const amount =
  "(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|ten|half an?|a few|a couple of|einem?|einer|ein paar|zwei|drei|vier|funf|zehn|une?|deux|trois|cinq|dix|quelques|una|dos|tres|cinco|diez|unos|unas|due|tre|cinque|dieci|qualche)";
const unit =
  "(?:s|sec|secs|seconds?|m|min|mins|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|heures?|jours?|semaines?|mois|segundos?|minutos?|horas?|dias?|semanas?|mes(?:es)?|secondi|minuti|minuto|ore|ora|giorn[oi]|settiman[ae]|mes[ei])";
const weekday =
  "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica)";
/** Nothing stands behind that the time could belong to: "the later chapters", "the Monday row" name no time to come back at. */
const alone =
  "(?=\\s*(?:[.,;:!?)]|$|(?:today|tonight|this|in|on|at|again|and|or|please|if|whether|when|for|to|morning|afternoon|evening|night|" +
  "heute|fruh|morgen|vormittag|nachmittag|abend|um|noch|nochmal|wieder|bitte|ob|und|prochain|matin|soir|a|et|si|s'il|" +
  "proximo|por|y|mattina|pomeriggio|sera|prossimo|alle|e|se|per)(?![\\p{L}\\d])))";
/** What comes back "every" so often; "every figure" is what to look at. Years are left out, as tables have one a row. */
const recurring = `${unit}|${weekday}s?|nights?|morning|evening|morgen|abend|matin|soir|manana|noche|mattina|sera`;
const moment =
  `(?:in|after|within|nach|dans|apres|en|dentro de|despues de|tra|fra|dopo)\\s+(?:about |etwa |environ |unos |circa )?${amount}\\s*${unit}` +
  `|(?:every|each|alle|jeden?|jede|chaque|tous les|toutes les|cada|ogni)\\s+(?:(?:${amount}|other|single|zweite[nr]?)\\s*)?(?:${recurring})` +
  `|tomorrow(?!')|tonight(?!')|(?<!the )later(?: on)?${alone}|next (?:week|month|year)(?!')` +
  `|(?:next|on|by|this|am|bis|nachsten|le|ce|el|este|il|questo)\\s+${weekday}|${weekday}${alone}` +
  "|at \\d{1,2}(?::\\d{2}(?:\\s*(?:am|pm|h|utc))?|\\s*(?:am|pm|o'clock|h|utc))|in the (?:morning|evening|afternoon)" +
  "|morgen|ubermorgen|spater|nachste[nr]? (?:woche|monat|jahr)|um \\d{1,2}(?::\\d{2}(?: uhr)?| uhr)|heute abend" +
  "|demain|plus tard|la semaine prochaine|le mois prochain|a \\d{1,2} ?h(?:eures?)?" +
  `|manana|mas tarde|la (?:proxima semana|semana que viene)|el (?:proximo mes|mes que viene)|a las \\d{1,2}(?::\\d{2}| ?h| de la (?:manana|tarde|noche)|${alone})` +
  `|domani|piu tardi|la (?:prossima settimana|settimana prossima)|il (?:prossimo mese|mese prossimo)|alle \\d{1,2}(?::\\d{2}| di (?:mattina|sera)|${alone})`;

/** A time at which something is to be looked at. */
export const namesATime = anywhere(moment);

/** Between these and a time it belongs to what is asked for: "the numbers of next Monday", "the forecast for tomorrow". */
const belonging = [
  "of|for|from|since|until|till|through|to|about|between|than|versus|vs|with|like|the|this|next|last|coming|following|every|each",
  "von|vom|fur|uber|seit|ab|mit|zu|zum|zur|(?<!in )der|des|die|den|dem|nachsten?|kommenden?|jeden?|jede",
  "de|du|des|pour|sur|depuis|jusqu'a|avec|la|le|les|ce|chaque",
  "del|para|por|sobre|desde|hasta|con|el|los|las|este|cada",
  "di|della|dei|per|sul|sulla|da|dal|dalla|fino a|il|lo|questo|ogni",
].join("|");

/** A time at which something is to be done, and not one of what it is done with. */
export const happensAt = new RegExp(
  `(?<![\\p{L}\\d])(?<!(?<![\\p{L}\\d-])(?:${belonging}) )(?:${moment})(?![\\p{L}\\d])`,
  "u",
);

/** Something to look at again. With a time it asks to come back. */
export const checks = anywhere(
  "check|look|recheck|re-check|revisit|review|come back|get back|follow up|follow-up|ping|try|see if|see whether|verify|update me|let me know|tell me",
  "uberpruf(?:e|en)?|pruf(?:e|en)?|schau(?:e|en)?|sieh|melde?|komm|nachschauen|nachsehen|nachprufen|sag mir|gib .{0,20}bescheid",
  "verifie[rz]?|regarde[rz]?|revien[st]?|revenez|revoi[rs]?|reviens|controle[rz]?|dis-moi|tiens-moi",
  "comprueb(?:a|alo|ala|e|en)|revisa(?:r|lo|la)?|mira(?:r|lo|la)?|mirarlo|vuelve|verifica(?:r|lo)?|avisame|echale",
  "controlla(?:re|lo|la)?|guarda(?:re|ci)?|torna(?:re|ci)?|ricontrolla(?:re|lo)?|fammi sapere|occhiata|verifica(?:re|lo)?",
);

/** Asks to be told something now, and not whether something will have changed by then. */
export const tells = anywhere(
  "(?:tell me|sag mir|dis-moi)(?!.{0,200}(?<!\\p{L})(?:if|whether|when|ob|wenn|wann|si|quand)(?!\\p{L}))",
);

/** Asks to come back, whatever the time. */
export const reminds = anywhere(
  "remind me|set (?:a|up a) (?:reminder|follow[- ]?up)|schedule (?:a|another) (?:follow[- ]?up|check|reminder)|check back|follow up (?:with me|on (?:this|that|it))|keep an eye on|keep checking|wake (?:up|yourself)|ping me",
  "erinner(?:e|n sie)? mich|melde? dich (?:wieder|spater|morgen)|behalte? .{0,40} im auge|schau(?:e)? (?:spater|morgen) (?:noch ?mal|wieder)",
  "rappelle(?:z)?[- ]moi|garde(?:z)? un oeil|reviens vers moi|recuerdame|recordarme|echale un ojo|ricordami|ricordarmi|tieni d'occhio",
);

/** Asks what is scheduled, or takes it back, or names one of the tools for it. */
export const schedules = anywhere(
  "schedule_follow_?up|list_follow_ups|cancel_follow_up",
  "(?:cancel|stop|delete|drop|list|show|forget(?: about)?|remove) (?:\\S+ ){0,4}(?:reminders?|scheduled|follow[- ]?ups?|check[- ]?ups?|wakes?)|what (?:reminders|follow[- ]?ups|checks)|(?:is|are) there .{0,30}scheduled|what (?:is|have you|did you) scheduled?|(?:did|have) you (?:already )?schedul(?:e|ed)",
  "(?:losch(?:e|en)?|stornier(?:e|en)?|streich(?:e|en)?|zeige?|vergiss) (?:\\S+ ){0,3}(?:erinnerung(?:en)?|wiedervorlagen?)|was (?:ist|hast du) .{0,20}(?:geplant|vorgemerkt)",
  "(?:annule[rz]?|supprime[rz]?|oublie[zr]?|montre) (?:\\S+ ){0,3}rappels?|(?:cancela(?:r)?|borra(?:r)?|elimina(?:r)?|olvida|muestra) (?:\\S+ ){0,3}recordatorios?|(?:annulla(?:re)?|cancella(?:re)?|elimina(?:re)?|dimentica|mostra) (?:\\S+ ){0,3}promemoria",
);
