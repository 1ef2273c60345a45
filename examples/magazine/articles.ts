/** The stories of the magazine. Blank lines part the paragraphs; a language that is absent is not written. */

export type Story = { title: string; dek: string; text: string };
export type Article = {
  key: string;
  category: string;
  authors: string[];
  tags: string[];
  picture: string;
  date: string;
  /** Another article that the text names at its end. */
  next?: string;
  quote?: { en: [string, string]; de: [string, string] };
  /** A recording at another address. */
  film?: string;
  en?: Story;
  de?: Story;
  'de-CH'?: Partial<Story>;
};

export const ARTICLES: Article[] = [
  {
    key: 'ferry',
    category: 'coast',
    authors: ['ada', 'jonas'],
    tags: ['harbours', 'night'],
    picture: 'harbour',
    date: '2026-11-12',
    next: 'lighthouse',
    film: 'https://films.example/last-ferry',
    quote: {
      en: ['You learn to hear the fog before you see it.', 'Ines Thomsen, captain'],
      de: ['Man lernt, den Nebel zu hören, bevor man ihn sieht.', 'Ines Thomsen, Kapitänin'],
    },
    en: {
      title: 'The last ferry of the day',
      dek: 'Every night at 23:40 a boat with eleven seats crosses the harbour. For whom?',
      text: 'The boat is older than its captain, and both are punctual. At twenty to midnight Ines Thomsen takes in the rope, and eleven seats leave the quay, most of them empty.\n\nThose who come know each other by their shoes: the nurse in white clogs, two bakers on their way to the ovens, a student who missed the bus on purpose. Nobody speaks before the middle of the water. After it, everybody does.',
    },
    de: {
      title: 'Die letzte Fähre des Tages',
      dek: 'Jede Nacht um 23.40 Uhr quert ein Boot mit elf Sitzen den Hafen. Für wen?',
      text: 'Das Boot ist älter als seine Kapitänin, und beide sind pünktlich. Um zwanzig vor zwölf holt Ines Thomsen die Leine ein, und elf Sitze verlassen den Kai, die meisten leer.\n\nWer kommt, kennt die anderen an den Schuhen: die Krankenschwester in weißen Clogs, zwei Bäcker auf dem Weg zum Ofen, eine Studentin, die den Bus mit Absicht verpasst. Bis zur Mitte des Wassers spricht niemand. Danach reden alle.',
    },
    'de-CH': { dek: 'Jede Nacht um 23.40 Uhr fährt ein Schiff mit elf Plätzen über den Hafen. Für wen?' },
  },
  {
    key: 'street',
    category: 'cities',
    authors: ['mira'],
    tags: ['maps'],
    picture: 'city',
    date: '2026-11-10',
    next: 'map',
    en: {
      title: 'A street that moved',
      dek: 'How forty houses, a bakery and a chestnut tree went two hundred metres to the east.',
      text: 'The railway needed the ground, and the street did not want to end. So the town did what towns rarely do: it took the houses along.\n\nNumber 12 arrived with its curtains drawn. The chestnut came last, on a truck of its own, and has had flowers every May since.',
    },
    de: {
      title: 'Eine Straße zieht um',
      dek: 'Wie vierzig Häuser, eine Bäckerei und eine Kastanie zweihundert Meter nach Osten kamen.',
      text: 'Die Bahn brauchte den Grund, und die Straße wollte nicht enden. Also tat die Stadt, was Städte selten tun: Sie nahm die Häuser mit.\n\nDie Nummer 12 kam mit geschlossenen Vorhängen an. Zuletzt kam die Kastanie, auf einem eigenen Wagen, und sie blüht seither jeden Mai.',
    },
    'de-CH': {
      title: 'Eine Strasse zieht um',
      text: 'Die Bahn brauchte den Boden, und die Strasse wollte nicht enden. Also tat die Stadt, was Städte selten tun: Sie nahm die Häuser mit.\n\nDie Nummer 12 kam mit gezogenen Vorhängen an. Zuletzt kam die Kastanie, auf einem eigenen Lastwagen, und sie blüht seither jeden Mai.',
    },
  },
  {
    key: 'bread',
    category: 'food',
    authors: ['paul'],
    tags: ['bread', 'night'],
    picture: 'bread',
    date: '2026-11-08',
    next: 'rye',
    quote: {
      en: ['Dough is the only colleague that is never in a hurry.', 'Paul Steiner'],
      de: ['Teig ist der einzige Kollege, der es nie eilig hat.', 'Paul Steiner'],
    },
    en: {
      title: 'Bread at four in the morning',
      dek: 'A night in a bakery that has not changed its recipe since 1911, and does not know it by heart.',
      text: 'The recipe hangs behind the door, and nobody has read it for years. It would say that the salt comes last. The salt comes first.\n\nAt four the first loaves sing: the crust cools faster than the crumb and cracks, quietly, like ice on a pond.',
    },
    de: {
      title: 'Brot um vier Uhr früh',
      dek: 'Eine Nacht in einer Backstube, die ihr Rezept seit 1911 nicht geändert hat und nicht auswendig kann.',
      text: 'Das Rezept hängt hinter der Tür, und seit Jahren hat es niemand gelesen. Es würde sagen, dass das Salz zuletzt kommt. Das Salz kommt zuerst.\n\nUm vier singen die ersten Laibe: Die Kruste kühlt schneller als die Krume und knackt, leise, wie Eis auf einem Teich.',
    },
  },
  {
    key: 'map',
    category: 'ideas',
    authors: ['mira', 'ada'],
    tags: ['maps', 'rivers'],
    picture: 'map',
    date: '2026-11-05',
    next: 'street',
    en: {
      title: 'The map that was wrong on purpose',
      dek: 'Cartographers draw a lane that does not exist, and wait for someone to copy it.',
      text: 'It is called Sorrow Lane, and no one has ever lived there. It has eleven metres, a bend, and a purpose: whoever has it on a map has copied ours.\n\nThree times in a century, somebody did. The fourth time a letter arrived, addressed to number 2.',
    },
    de: {
      title: 'Die Karte, die absichtlich falsch war',
      dek: 'Kartografen zeichnen eine Gasse, die es nicht gibt, und warten, bis jemand sie abzeichnet.',
      text: 'Sie heißt Kummergasse, und niemand hat je dort gewohnt. Sie hat elf Meter, eine Biegung und einen Zweck: Wer sie auf der Karte hat, der hat unsere abgezeichnet.\n\nDreimal in hundert Jahren kam das vor. Beim vierten Mal kam ein Brief, adressiert an die Nummer 2.',
    },
  },
  {
    key: 'boat',
    category: 'craft',
    authors: ['jonas'],
    tags: ['wood', 'rivers'],
    picture: 'wood',
    date: '2026-11-02',
    next: 'chair',
    en: {
      title: 'Nine planks make a boat',
      dek: 'On the upper river the barges are built without a plan, by ear.',
      text: 'You knock on a plank, and it answers. A dull answer is a knot; a bright one is a boat.\n\nThe yard has three generations and one drawing, which is of a dog.',
    },
    de: {
      title: 'Neun Planken sind ein Boot',
      dek: 'Am oberen Fluss werden Kähne ohne Plan gebaut, nach Gehör.',
      text: 'Man klopft auf eine Planke, und sie antwortet. Eine dumpfe Antwort ist ein Ast, eine helle ist ein Boot.\n\nDie Werft hat drei Generationen und eine Zeichnung. Sie zeigt einen Hund.',
    },
  },
  {
    key: 'lighthouse',
    category: 'coast',
    authors: ['ada'],
    tags: ['night', 'harbours'],
    picture: 'lighthouse',
    date: '2026-10-30',
    next: 'ferry',
    en: {
      title: 'Who switches off the lighthouse?',
      dek: 'The light has been automatic for thirty years. The keeper still comes on Thursdays.',
      text: 'He oils the door, he dusts the lens, he signs a book that nobody collects. “The lamp does not need me,” he says. “The stairs do.”\n\nThere are 144 of them, and he greets each tenth one.',
    },
    de: {
      title: 'Wer schaltet den Leuchtturm aus?',
      dek: 'Seit dreißig Jahren leuchtet er von selbst. Der Wärter kommt noch immer am Donnerstag.',
      text: 'Er ölt die Tür, er staubt die Linse ab, er unterschreibt in einem Buch, das niemand abholt. «Die Lampe braucht mich nicht», sagt er. «Die Treppe schon.»\n\nSie hat 144 Stufen, und jede zehnte grüßt er.',
    },
    'de-CH': {
      dek: 'Seit dreissig Jahren leuchtet er von selbst. Der Wärter kommt noch immer am Donnerstag.',
    },
  },
  {
    key: 'rye',
    category: 'food',
    authors: ['paul', 'mira'],
    tags: ['bread'],
    picture: 'field',
    date: '2026-10-27',
    next: 'bread',
    en: {
      title: 'Rye, and nothing else',
      dek: 'One valley, one grain, seventeen names for it.',
      text: 'In the upper villages it is called the tall one, in the lower ones the late one. The miller says rye, and means all seventeen.\n\nA field of it sounds like rain that has made up its mind.',
    },
    de: {
      title: 'Roggen, sonst nichts',
      dek: 'Ein Tal, ein Korn, siebzehn Namen dafür.',
      text: 'In den oberen Dörfern heißt er der Lange, in den unteren der Späte. Der Müller sagt Roggen und meint alle siebzehn.\n\nEin Feld davon klingt wie Regen, der sich entschieden hat.',
    },
  },
  {
    key: 'night-bus',
    category: 'cities',
    authors: ['mira'],
    tags: ['night'],
    picture: 'city',
    date: '2026-10-24',
    en: {
      title: 'The night bus knows the way',
      dek: 'Line N7 has twenty-six stops, and the driver knows who gets off where.',
      text: 'At Mill Bridge the man with the cello gets on, at Lime Square he gets off. In all those years he has never played, and never paid for the cello.\n\nThe line will be renumbered in spring. The passengers have asked for a ceremony.',
    },
    de: {
      title: 'Der Nachtbus kennt den Weg',
      dek: 'Die Linie N7 hat sechsundzwanzig Halte, und der Fahrer weiß, wer wo aussteigt.',
      text: 'An der Mühlenbrücke steigt der Mann mit dem Cello ein, am Lindenplatz steigt er aus. In all den Jahren hat er nie gespielt und nie für das Cello bezahlt.\n\nIm Frühling bekommt die Linie eine andere Nummer. Die Fahrgäste wünschen sich eine Feier.',
    },
  },
  {
    key: 'chair',
    category: 'craft',
    authors: ['jonas', 'paul'],
    tags: ['wood'],
    picture: 'wood',
    date: '2026-10-20',
    next: 'boat',
    en: {
      title: 'A chair for two centuries',
      dek: 'Ash, six cuts, no glue. The joiner gives a guarantee that nobody can claim.',
      text: 'The legs are green wood, the seat is dry. As the legs dry, they close around the seat, and after a winter nothing takes them apart.\n\n“Two hundred years,” says the joiner. “After that, please bring the receipt.”',
    },
    de: {
      title: 'Ein Stuhl für zwei Jahrhunderte',
      dek: 'Esche, sechs Schnitte, kein Leim. Der Schreiner gibt eine Garantie, die niemand einlösen kann.',
      text: 'Die Beine sind frisches Holz, der Sitz ist trocken. Trocknen die Beine, schließen sie sich um den Sitz, und nach einem Winter bringt sie nichts mehr auseinander.\n\n«Zweihundert Jahre», sagt der Schreiner. «Danach bringen Sie bitte die Quittung mit.»',
    },
  },
  {
    key: 'tide',
    category: 'coast',
    authors: ['ada'],
    tags: ['maps', 'harbours'],
    picture: 'harbour',
    date: '2026-10-16',
    en: {
      title: 'The island that is one at noon',
      dek: 'Twice a day the sea gives the road back. The post has learnt to live with it.',
      text: 'Letters come with the ebb, parcels with the spring tide. Whoever wants an answer the same day writes before breakfast.\n\nThe island has nine inhabitants, two cars, and no wish for a bridge.',
    },
    de: {
      title: 'Die Insel, die mittags eine ist',
      dek: 'Zweimal am Tag gibt das Meer die Straße zurück. Die Post hat gelernt, damit zu leben.',
      text: 'Briefe kommen mit der Ebbe, Pakete mit der Springflut. Wer am selben Tag eine Antwort will, schreibt vor dem Frühstück.\n\nDie Insel hat neun Bewohner, zwei Autos und keinen Wunsch nach einer Brücke.',
    },
  },
  {
    key: 'clock',
    category: 'ideas',
    authors: ['jonas'],
    tags: ['night'],
    picture: 'night',
    date: '2026-10-12',
    en: {
      title: 'In praise of the slow clock',
      dek: 'The town hall is four minutes late, and the town is never in a hurry.',
      text: 'Trains wait for it, schools wait for it, and one couple married on the wrong day because of it.\n\nIn 1974 somebody set it right. The council had it corrected within the week.',
    },
    de: {
      title: 'Lob der langsamen Uhr',
      dek: 'Das Rathaus geht vier Minuten nach, und die Stadt hat es nie eilig.',
      text: 'Züge warten darauf, Schulen warten darauf, und ein Paar hat ihretwegen am falschen Tag geheiratet.\n\n1974 stellte sie jemand richtig. Der Rat ließ das noch in derselben Woche berichtigen.',
    },
  },
  {
    key: 'market',
    category: 'food',
    authors: ['paul'],
    tags: ['bread', 'harbours'],
    picture: 'field',
    date: '2026-10-09',
    en: {
      title: 'What a market knows by six',
      dek: 'The price of herring, who has a cold, and whether it will rain.',
      text: 'The first hour belongs to those who sell to each other: coffee for herring, herring for gossip.\n\nBy six everything is known. The rest of the day is only for the customers.',
    },
    de: {
      title: 'Was ein Markt um sechs schon weiß',
      dek: 'Den Preis des Herings, wer erkältet ist, und ob es regnet.',
      text: 'Die erste Stunde gehört denen, die einander etwas verkaufen: Kaffee gegen Hering, Hering gegen Gerede.\n\nUm sechs ist alles bekannt. Der Rest des Tages ist nur noch für die Kundschaft.',
    },
  },
  {
    key: 'bridge',
    category: 'cities',
    authors: ['mira', 'jonas'],
    tags: ['rivers'],
    picture: 'river',
    date: '2026-10-05',
    en: {
      title: 'Half a bridge is enough',
      dek: 'It ends above the river, and it is the best place in town.',
      text: 'The money went at pillar five. The town put a bench there, then a second one, then a lamp.\n\nForty years later there are plans for the other half. There is also a citizens’ initiative against it.',
    },
    de: {
      title: 'Eine halbe Brücke genügt',
      dek: 'Sie endet über dem Fluss und ist der schönste Ort der Stadt.',
      text: 'Das Geld war bei Pfeiler fünf zu Ende. Die Stadt stellte eine Bank hin, dann eine zweite, dann eine Laterne.\n\nVierzig Jahre später gibt es Pläne für die andere Hälfte. Es gibt auch eine Bürgerinitiative dagegen.',
    },
  },
  {
    key: 'glass',
    category: 'craft',
    authors: ['ada'],
    tags: ['night'],
    picture: 'night',
    date: '2026-10-01',
    en: {
      title: 'Blown at eleven hundred degrees',
      dek: 'A glassworks in the forest makes one shape, ten thousand times, never the same.',
      text: 'The pipe turns, the breath is short, the shape is there or it is not. Whatever is not goes back into the fire.\n\nThe furnace has not been out since the war. Nobody remembers how to light it.',
    },
    de: {
      title: 'Bei elfhundert Grad geblasen',
      dek: 'Eine Glashütte im Wald macht eine einzige Form, zehntausendmal, nie dieselbe.',
      text: 'Die Pfeife dreht sich, der Atem ist kurz, die Form ist da oder nicht. Was nicht da ist, geht zurück ins Feuer.\n\nDer Ofen war seit dem Krieg nicht aus. Wie man ihn anzündet, weiß niemand mehr.',
    },
  },
  {
    key: 'source',
    category: 'places',
    authors: ['ada'],
    tags: ['rivers', 'maps'],
    picture: 'river',
    date: '2026-09-27',
    en: {
      title: 'Where the river begins',
      dek: 'Three villages have the source, each with a sign, two with a kiosk.',
      text: 'Geologists prefer the eastern one, poets the western one. The one in the middle has the car park.\n\nThe river itself has no opinion. It begins where it is wet.',
    },
    de: {
      title: 'Wo der Fluss beginnt',
      dek: 'Drei Dörfer haben die Quelle, jedes mit Schild, zwei mit Kiosk.',
      text: 'Geologen bevorzugen die östliche, Dichter die westliche. Die mittlere hat den Parkplatz.\n\nDer Fluss selbst hat keine Meinung. Er beginnt, wo es nass ist.',
    },
  },
  {
    key: 'names',
    category: 'ideas',
    authors: ['mira'],
    tags: ['maps'],
    picture: 'map',
    date: '2026-09-23',
    next: 'source',
    en: {
      title: 'Things that lost their names',
      dek: 'The gap between two roofs had a word once. A dictionary of what we no longer say.',
      text: 'The light under a door. The second knock. The coin that a coat keeps from last winter.\n\nEach of them had a word in some valley, and each word had one last speaker.',
    },
    de: {
      title: 'Dinge, die ihren Namen verloren',
      dek: 'Der Spalt zwischen zwei Dächern hatte einmal ein Wort. Ein Wörterbuch dessen, was wir nicht mehr sagen.',
      text: 'Das Licht unter einer Tür. Das zweite Klopfen. Die Münze, die ein Mantel vom letzten Winter behält.\n\nJedes davon hatte in irgendeinem Tal ein Wort, und jedes Wort eine letzte Sprecherin.',
    },
  },
  {
    key: 'salt',
    category: 'food',
    authors: ['ada', 'paul'],
    tags: ['harbours'],
    picture: 'lighthouse',
    date: '2026-09-19',
    en: {
      title: 'The salt of one summer',
      dek: 'Sun, wind, a wooden rake, and a harvest that fits in a cart.',
      text: 'It forms at noon, as thin as breath on a window, and it has to be lifted before the evening wind.\n\nA good summer is forty baskets. Last year it rained in July, and the salt tasted of it.',
    },
    de: {
      title: 'Das Salz eines Sommers',
      dek: 'Sonne, Wind, ein hölzerner Rechen und eine Ernte, die auf einen Karren passt.',
      text: 'Es entsteht am Mittag, so dünn wie Atem am Fenster, und es muss vor dem Abendwind gehoben sein.\n\nEin guter Sommer gibt vierzig Körbe. Voriges Jahr hat es im Juli geregnet, und das Salz schmeckte danach.',
    },
  },
  {
    key: 'paper',
    category: 'craft',
    authors: ['jonas'],
    tags: ['rivers'],
    picture: 'river',
    date: '2026-09-15',
    en: {
      title: 'Paper wants cold water',
      dek: 'The best sheets are made in January, by people with red hands.',
      text: 'In warm water the fibres hurry, and a sheet that was made in a hurry shows it for three hundred years.\n\nThe mill has no heating, on purpose.',
    },
    de: {
      title: 'Papier will kaltes Wasser',
      dek: 'Die besten Bögen entstehen im Januar, von Leuten mit roten Händen.',
      text: 'In warmem Wasser eilen die Fasern, und einem Bogen, der in Eile entstand, sieht man es dreihundert Jahre lang an.\n\nDie Mühle hat keine Heizung, mit Absicht.',
    },
  },
  {
    key: 'pub-quiz',
    category: 'cities',
    authors: ['paul'],
    tags: ['night'],
    picture: 'night',
    date: '2026-09-11',
    en: {
      title: 'Notes from a pub quiz',
      dek: 'Round four is always about rivers, and table nine always wins it.',
      text: 'Nobody at table nine has ever been seen to write. They nod, one of them holds the pencil, and the sheet is full.\n\nThis one is untranslatable, so we have not tried.',
    },
  },
  {
    key: 'weather',
    category: 'coast',
    authors: ['jonas'],
    tags: ['harbours'],
    picture: 'harbour',
    date: '2026-09-07',
    en: {
      title: 'Small talk about the weather',
      dek: 'A phrase book for people who have just arrived on the coast.',
      text: '“Fresh” is a gale. “A bit damp” is a flood warning. “Not too bad” is the best day of the year; go outside at once.',
    },
  },
  {
    key: 'feierabend',
    category: 'ideas',
    authors: ['mira'],
    tags: ['bread'],
    picture: 'bread',
    date: '2026-09-03',
    de: {
      title: 'Ein Wort namens Feierabend',
      dek: 'Andere Sprachen haben den Abend, und sie haben die Feier. Was ihnen fehlt.',
      text: 'Man kann ihn haben, machen und verderben. Man kann ihn nicht verschieben.\n\nUm siebzehn Uhr liegt er in der Luft wie der Geruch von Brot. Wer ihn einem anderen wünscht, meint es ernst.',
    },
    'de-CH': {
      text: 'Man kann ihn haben, machen und verderben. Man kann ihn nicht verschieben.\n\nUm fünf liegt er in der Luft wie der Geruch von Brot. Wer ihn einem anderen wünscht, meint es ernst, auch am Freitag.',
    },
  },
  {
    key: 'stammtisch',
    category: 'cities',
    authors: ['paul', 'jonas'],
    tags: ['night'],
    picture: 'wood',
    date: '2026-08-30',
    de: {
      title: 'Der Tisch in der Ecke',
      dek: 'Seit 1952 ist er reserviert. Wer darf sich setzen, und wer hat es versucht?',
      text: 'Das Schild steht auch dann da, wenn niemand kommt. Besonders dann.\n\nEinmal setzte sich ein Gast aus Bremen. Er ist heute der Kassenwart.',
    },
  },
  {
    key: 'winter',
    category: 'coast',
    authors: ['ada'],
    tags: ['harbours', 'night'],
    picture: 'lighthouse',
    date: '2099-12-01',
    en: {
      title: 'The harbour in winter',
      dek: 'It goes live on the first of December, by itself.',
      text: 'When the ice comes, the boats are turned over, and the harbour becomes a street.',
    },
    de: {
      title: 'Der Hafen im Winter',
      dek: 'Er erscheint am ersten Dezember, von selbst.',
      text: 'Wenn das Eis kommt, werden die Boote umgedreht, und aus dem Hafen wird ein Platz.',
    },
  },
  {
    key: 'almanac',
    category: 'ideas',
    authors: ['mira'],
    tags: ['maps'],
    picture: 'map',
    date: '2099-12-24',
    en: {
      title: 'An almanac for next year',
      dek: 'Twelve predictions, all of them modest.',
      text: 'In March it will be windy. In May the chestnut will have flowers. The clock will be late.',
    },
  },
];
