import { decodeStrictly, type Encoding } from './encodings.ts'

/**
 * Guesses the encoding of text that is not UTF-8 and declares none. Contacts are too short for
 * language statistics, so the score uses whether the letters belong to one language, their
 * frequency in it, and whether capitals start words.
 */
const withCapitals = (letters: string) => letters + letters.toUpperCase()

const western = [
  `${withCapitals('äöüé')}ß`,
  withCapitals('éèêëàâîïôùûçœüöÿ'),
  `${withCapitals('áéíóúñü')}ºª`,
  withCapitals('ãõáâàéêíóôúç'),
  withCapitals('àèéìòùíïóúçü'),
  withCapitals('åäöæøéüó'),
  withCapitals('áéíóúæö'),
]
const central = [
  withCapitals('áäčďéěíĺľňóôŕřšťúůýž'),
  withCapitals('ąćęłńóśźż'),
  withCapitals('áéíóöőúüű'),
  withCapitals('čćđšž'),
  withCapitals('ăâîşţ'),
]
const turkish = [`${withCapitals('çğöşüâî')}ıİ`]

/** Alphabets of Latin script by encoding: those of the more likely encoding first. */
const latin: [Encoding, string[]][] = [
  ['windows-1252', western],
  ['windows-1250', central],
  ['windows-1254', turkish],
  ['iso-8859-2', central],
  ['macintosh', western],
]

/** Letters from the most frequent to the rarest. */
const russian = 'оеаинтсрвлкмдпуяыьгзбчёйхжшюцщэфъ'
const ukrainian = 'оаиніврткесдлумпязьгбчйхжшюцщєїфґ'
const greek = 'αοιετσνηυρπκμλωςάίόέήύώδγχθφβξζψϊϋ'
const ranked = (letters: string): [string, number][] =>
  [...letters].flatMap((letter, rank): [string, number][] => {
    const weight = 1 - (1.2 * rank) / letters.length
    return [
      [letter, weight],
      [letter.toUpperCase(), weight],
    ]
  })
const flat = (from: number, to: number, weight: number): [string, number][] =>
  Array.from({ length: to - from + 1 }, (_, index) => [String.fromCharCode(from + index), weight])

type Weights = ReadonlyMap<string, number>

/** `only`: letters of which the text must have one, for alphabets similar to another. */
const otherScripts: [Encoding, Weights, only?: RegExp][] = [
  ['koi8-r', new Map(ranked(russian))],
  ['windows-1251', new Map(ranked(russian))],
  ['koi8-u', new Map(ranked(ukrainian)), /[іїєґ]/i],
  ['windows-1251', new Map(ranked(ukrainian)), /[іїєґ]/i],
  ['ibm866', new Map(ranked(russian))],
  ['windows-1253', new Map(ranked(greek))],
  ['windows-1255', new Map(flat(0x5d0, 0x5ea, 0.5))],
  ['windows-1256', new Map(flat(0x621, 0x64a, 0.5))],
  ['windows-874', new Map(flat(0xe01, 0xe3a, 0.3))],
]

/** Lead bytes of the frequent characters of East Asian encodings, and of the kana. */
const doubleByte: [Encoding, common: [number, number], weight: number, kana?: [number, number]][] =
  [
    ['shift_jis', [0x88, 0x97], 0.8, [0x82, 0x83]],
    ['euc-kr', [0xb0, 0xc8], 1.1],
    ['gb18030', [0xb0, 0xd7], 0.8],
    ['euc-jp', [0xb0, 0xcf], 0.7, [0xa4, 0xa5]],
    ['big5', [0xa4, 0xc6], 0.8],
  ]

const ascii = /[\u0000-\u007f]/
const letter = /\p{L}/u
const mark = /\p{M}/u
const lower = /\p{Ll}/u
const upper = /\p{Lu}/u
const isAsciiLetter = (character: string) => /[a-zA-Z]/.test(character)
const typographic = /[\u00a0’‘“”„–—…«»°·€£§©®™´¿¡ªº№]/
const control = /[\u0080-\u009f]/

/** A Greek letter that occurs only at the end of words. */
const finalLetter = 'ς'

/** The score of a character outside the alphabet. */
function scoreOutsideAlphabet(character: string, before: string, after: string): number {
  if (control.test(character)) return -6
  if (letter.test(character)) return -2
  const inWord = letter.test(before) && letter.test(after)
  return typographic.test(character) && (!inWord || /[’·´]/.test(character)) ? 0 : -3
}

/** How well a text fits an alphabet. @param mixes whether the language also uses ASCII letters */
function scoreOf(text: string, weights: Weights, mixes: boolean): number {
  const characters = [...text]
  let score = 0
  for (const [index, character] of characters.entries()) {
    if (ascii.test(character)) continue
    const [before = '', after = ''] = [characters[index - 1], characters[index + 1]]
    score += weights.get(character) ?? scoreOutsideAlphabet(character, before, after)
    if (lower.test(before) && upper.test(character)) score -= 2
    if (character === finalLetter && letter.test(after)) score -= 2
    if (ascii.test(after) && lower.test(character) && upper.test(after)) score -= 2
    if (!mixes && (letter.test(character) || mark.test(character)))
      score -= 3 * (Number(isAsciiLetter(before)) + Number(isAsciiLetter(after)))
    // Three adjacent accented letters are rare in Latin script.
    if (mixes && [before, after].every((each) => letter.test(each) && !ascii.test(each))) score -= 2
  }
  return score
}

function doubleByteScore(
  bytes: string,
  [low, high]: [number, number],
  weight: number,
  [firstKana, lastKana]: [number, number] = [256, 256],
): number {
  let score = 0
  let before = ''
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes.charCodeAt(index)
    if (lead >= 0x80) {
      index++
      score -= 3 * (Number(isAsciiLetter(before)) + Number(isAsciiLetter(bytes[index + 1] ?? '')))
    }
    before = lead < 0x80 ? (bytes[index] ?? '') : ''
    if (lead < 0x80) continue
    if (lead >= firstKana && lead <= lastKana) score += 1.6
    else score += lead >= low && lead <= high ? weight : -1
  }
  return score
}

/** Score subtracted from encodings that are rarely used today. */
const rarityPenalty: Partial<Record<Encoding, number>> = { macintosh: 1.5, 'iso-8859-2': 0.5 }

const alphabets = latin.flatMap(([encoding, languages]) =>
  languages.map((letters): [Encoding, Weights] => [
    encoding,
    new Map([...letters].map((each) => [each, 1])),
  ]),
)

/**
 * Scores of the encodings in which the bytes are valid.
 * @param wanted the only encoding to score
 */
function scoresOf(bytes: string, wanted?: Encoding): Map<Encoding, number> {
  const scores = new Map<Encoding, number>()
  const add = (encoding: Encoding, score: number) =>
    scores.set(
      encoding,
      Math.max(
        score - (rarityPenalty[encoding] ?? 0),
        scores.get(encoding) ?? Number.NEGATIVE_INFINITY,
      ),
    )
  const textIn = (encoding: Encoding) =>
    wanted && encoding !== wanted ? undefined : decodeStrictly(bytes, encoding)
  for (const [encoding, weights] of alphabets) {
    const text = textIn(encoding)
    if (text !== undefined) add(encoding, scoreOf(text, weights, true))
  }
  for (const [encoding, weights, only] of otherScripts) {
    const text = textIn(encoding)
    if (text !== undefined && (!only || only.test(text)))
      add(encoding, scoreOf(text, weights, false))
  }
  for (const [encoding, common, weight, kana] of doubleByte)
    if (textIn(encoding) !== undefined) add(encoding, doubleByteScore(bytes, common, weight, kana))
  return scores
}

/** Score added to the encoding of most values of the file. */
const likelyBonus = 1.5

/** Maximum bytes of a value that are scored. */
const maxBytes = 2000

/** Score per non-ASCII letter from which `likely` is accepted without further comparison. */
const clearScore = 0.5

/** The most likely encoding of bytes that are not UTF-8. */
export function guessEncoding(bytes: string, likely?: Encoding): Encoding {
  const start = bytes.slice(0, maxBytes)
  const letters = start.match(/[\u0080-\u00ff]/g)?.length ?? 0
  const score = likely && scoresOf(start, likely).get(likely)
  if (likely && score !== undefined && score >= letters * clearScore) return likely
  const scores = scoresOf(start)
  let best: Encoding = likely ?? 'windows-1252'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const [encoding, found] of scores) {
    const total = found + (encoding === likely ? likelyBonus : 0)
    if (total > bestScore) [best, bestScore] = [encoding, total]
  }
  return best
}

/** The most likely common encoding of texts; undefined without texts. */
export function commonEncoding(texts: Iterable<string>): Encoding | undefined {
  const sums = new Map<Encoding, number>()
  for (const text of texts)
    for (const [encoding, score] of scoresOf(text))
      sums.set(encoding, (sums.get(encoding) ?? 0) + Math.max(score, -5))
  const [best] = [...sums].sort(([, one], [, other]) => other - one)
  return best?.[0]
}
