import ICAL from 'ical.js'

/** Why a calendar cannot be read. */
export class CalendarProblem extends Error {
  readonly problem: 'unreadable' | 'too_large'
  constructor(problem: 'unreadable' | 'too_large', options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** A part of a calendar that matters to us. `damaged`: the names of lines that cannot be read, and are left out. */
export type Part = { component: ICAL.Component; damaged: ReadonlySet<string> }
type CalendarParts = {
  events: Part[]
  freeBusy: Part[]
  zones: Part[]
  /** The calendar has no end, so something may be missing. */
  isCut: boolean
}

/**
 * The parts of an iCalendar text, with only the lines that we need, each as RFC 5545 writes it. Calendars break the RFC
 * in many ways: a line is read by its obvious meaning, or left out, and never costs another part. Undefined if the text
 * is no calendar. rule: calendar-lines
 */
export function calendarParts(text: string, partsMax: number): CalendarParts | 'many' | undefined {
  const lines = linesOf(text)
  if (!lines.some((line) => /^BEGIN:(VCALENDAR|VEVENT|VFREEBUSY)$/i.test(line))) return undefined
  const blocks = blocksOf(lines)
  if (blocks.length > partsMax) return 'many'
  const partsOf = (wanted: string) => blocks.filter(({ name }) => name === wanted).map(partOf)
  return {
    events: partsOf('VEVENT'),
    freeBusy: partsOf('VFREEBUSY'),
    zones: partsOf('VTIMEZONE'),
    isCut: !lines.some((line) => /^END:VCALENDAR/i.test(line)),
  }
}

const STRUCTURE = /^\s*(BEGIN|END)\s*:\s*([A-Z-]+)\s*$/i

/** The unfolded lines, without spaces around them. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replaceAll(/[\0\uFEFF]/g, '').split(/\r\n|\r|\n/)) {
    const isFolded = /^[ \t]/.test(line) && lines.length > 0 && !STRUCTURE.test(line)
    if (isFolded) lines[lines.length - 1] += line.slice(1)
    else if (line.trim() !== '') lines.push(line)
  }
  return lines.map((line) => line.trim())
}

const PARTS = ['VEVENT', 'VFREEBUSY', 'VTIMEZONE']
const OBSERVANCES = ['STANDARD', 'DAYLIGHT']

type Block = { name: string; lines: string[] }

/**
 * Finds parts also where a BEGIN or END is missing: the next part ends the one before, and an END without a BEGIN takes
 * the lines since the last part. Alarms and other components inside of a part are left out.
 */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  /** Lines outside of a part. */
  let loose: string[] = []
  /** A component inside of the part. */
  let inner: string | undefined
  const close = () => {
    if (open && inner && OBSERVANCES.includes(inner)) open.lines.push(`END:${inner}`)
    if (open) blocks.push(open)
    open = undefined
    inner = undefined
    loose = []
  }
  const begin = (name: string) => {
    if (PARTS.includes(name)) {
      close()
      open = { name, lines: [] }
    } else if (!open || name === 'VCALENDAR') close()
    else {
      if (inner && OBSERVANCES.includes(inner)) open.lines.push(`END:${inner}`)
      inner = name
      if (OBSERVANCES.includes(name)) open.lines.push(`BEGIN:${name}`)
    }
  }
  const end = (name: string) => {
    if (!open && PARTS.includes(name) && loose.some((line) => /^(UID|DTSTART|TZID)/i.test(line)))
      open = { name, lines: loose }
    if (!open || name === open.name || name === 'VCALENDAR') close()
    else if (name === inner) {
      if (OBSERVANCES.includes(name)) open.lines.push(`END:${name}`)
      inner = undefined
    }
  }
  for (const line of lines) {
    const [, word, name] = STRUCTURE.exec(line)?.map((part) => part.toUpperCase()) ?? []
    if (word === 'BEGIN') begin(name!)
    else if (word === 'END') end(name!)
    else if (!open) loose.push(line)
    else if (inner === undefined || OBSERVANCES.includes(inner)) open.lines.push(line)
  }
  close()
  return blocks
}

/** Lines that decide when an event is. */
const TIMES = /^(DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|RECURRENCE-ID)/i

function partOf({ name, lines }: Block): Part {
  const damaged = new Set<string>()
  const clean = lines.flatMap((line) => {
    if (STRUCTURE.test(line)) return line
    const [, property = '', rest = ''] = /^([A-Z][A-Z0-9-]*)\s*([;:].*)?$/i.exec(line) ?? []
    const upper = property.toUpperCase()
    const write = WRITERS[upper]
    const broken = write ? undefined : TIMES.exec(line)?.[1]?.toUpperCase()
    if (broken) damaged.add(broken)
    const written = write?.(upper, rest)
    if (written?.isDamaged) damaged.add(upper)
    return written?.lines ?? []
  })
  const textOf = (content: string[]) => [`BEGIN:${name}`, ...content, `END:${name}`].join('\r\n')
  try {
    return { component: ICAL.Component.fromString(textOf(clean)), damaged }
  } catch {
    return { component: ICAL.Component.fromString(textOf([])), damaged: damaged.add('DTSTART') }
  }
}

type Written = { lines: string[]; isDamaged: boolean }
type Writer = (property: string, rest: string) => Written

const valueOf = (rest: string) => rest.replace(/^[^:]*:/, '').trim()

const writeText: Writer = (property, rest) => ({
  lines: [`${property}:${valueOf(rest)}`],
  isDamaged: false,
})

/** Writes one line for each value, or none for an empty one. */
function writeMoments(isNeeded: boolean): Writer {
  return (property, rest) => {
    // Quotes may be missing or too many, and a zone may have a colon: the value begins with the first date.
    const [, parameters, list] =
      /^(.*?):\s*((?:\d{4}-?\d\d.*)?)$/.exec(rest.replaceAll(/["\\]/g, '')) ?? []
    if (parameters === undefined || list === undefined) return { lines: [], isDamaged: true }
    const parameter = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*([^;]*)`, 'i').exec(parameters)?.[1]?.trim()
    const isDate = parameter('VALUE')?.toUpperCase() === 'DATE'
    const values = list
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
    const kept = ['RANGE', 'FBTYPE']
      .map((name) => [name, parameter(name)])
      .filter(([, value]) => value)
      .map(([name, value]) => `;${name}="${value}"`)
      .join('')
    const lines = values.flatMap((value) => {
      const written = writeMoment(value, isDate)
      if (!written) return []
      const zone = written.offset ?? parameter('TZID')
      return `${property}${kept}${zone ? `;TZID="${zone}"` : ''};VALUE=${written.type}:${written.text}`
    })
    const isDamaged = lines.length < values.length || (isNeeded && lines.length === 0)
    return { lines, isDamaged }
  }
}

type WrittenMoment = { text: string; type: string; offset?: string | undefined }

/** A date, a time, or a period with its two ends. */
function writeMoment(value: string, isDate: boolean): WrittenMoment | undefined {
  const [from = '', to] = value.split('/')
  const start = momentOf(from)
  if (!start) return undefined
  const { date, time, utc, offset } = start
  if (to === undefined) {
    if (time === undefined || isDate) return { text: date, type: 'DATE' }
    return { text: `${date}T${time}${utc}`, type: 'DATE-TIME', offset }
  }
  const end = momentOf(to)
  const until = end ? `${end.date}T${end.time ?? '000000'}${end.utc}` : lengthOf(to)
  if (!until) return undefined
  return { text: `${date}T${time ?? '000000'}${utc}/${until}`, type: 'PERIOD', offset }
}

const MOMENT =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

/** The digits of a date or time. `offset`: '-05:00' where a time ends with one. */
function momentOf(text: string) {
  const found = MOMENT.exec(text.trim())
  const [, year, month, day, hour, minute = '00', second = '00', end = ''] = found ?? []
  const isTime = !Number.isNaN(Date.parse(`1970-01-01T${hour ?? '00'}:${minute}:00Z`))
  // Date.parse() takes February 30 for March 2.
  const isDate = new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day)
  if (!found || !isTime || !isDate) return undefined
  const utc = /^(Z|[+-]00:?00)$/i.test(end) ? 'Z' : ''
  return {
    date: `${year}${month}${day}`,
    time: hour && `${hour}${minute}${second}`,
    utc,
    offset: end && !utc ? end.replace(/^(...):?(..)$/, '$1:$2') : undefined,
  }
}

const LENGTH = /^([+-]?)PT?(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/i

/** 'PT1W' → 'P7DT0H0M0S'. */
function lengthOf(text: string): string | undefined {
  const found = LENGTH.exec(text.replaceAll(/\s/g, ''))
  if (!found || !/\d/.test(text)) return undefined
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0))
  return `${found[1]}P${weeks! * 7 + days!}DT${hours}H${minutes}M${seconds}S`
}

const writeLength: Writer = (property, rest) => {
  const length = lengthOf(valueOf(rest))
  return { lines: length ? [`${property}:${length}`] : [], isDamaged: !length }
}

const RULE_PARTS =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)|WKST)$/

const writeRule: Writer = (property, rest) => {
  if (valueOf(rest) === '') return { lines: [], isDamaged: false }
  try {
    const written = valueOf(rest).toUpperCase().replaceAll('"', '')
    // The rules of another calendar, such as the Hebrew one, have other dates.
    if (/RSCALE=(?!GREGORIAN)/.test(written)) throw new Error('This is another calendar.')
    const parts = written
      .split(';')
      .map((part) => part.split(/=(.*)/).map((side) => side.trim()))
      .filter(([name, value]) => value && RULE_PARTS.test(name!))
      .map(([name, value]) => `${name}=${ruleValueOf(name!, value!)}`)
    if (!parts.some((part) => part.startsWith('FREQ='))) throw new Error('A rule needs FREQ.')
    const rule = ICAL.Recur.fromString(parts.join(';')).toString()
    return { lines: [`${property}:${rule}`], isDamaged: false }
  } catch {
    return { lines: [], isDamaged: true }
  }
}

function ruleValueOf(name: string, value: string): string {
  if (name === 'UNTIL') {
    const until = momentOf(value)
    if (!until) throw new Error('This rule ends at no date.')
    const { date, time, utc, offset } = until
    if (offset === undefined) return time === undefined ? date : `${date}T${time}${utc}`
    const instant = Temporal.Instant.from(`${date}T${time}${offset}`)
    return instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  }
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => (name === 'BYDAY' ? item.replace(/^[+-]?0+(?=[A-Z])/, '') : item))
    .join(',')
}

const writeOffset: Writer = (property, rest) => {
  const [, sign, hours, minutes] = /^([+-]?)(\d{1,2}):?(\d\d)(?::?\d\d)?$/.exec(valueOf(rest)) ?? []
  if (hours === undefined) return { lines: [], isDamaged: true }
  const text = `${sign || '+'}${hours.padStart(2, '0')}${minutes}`
  return { lines: [`${property}:${text}`], isDamaged: false }
}

const writeZoneName: Writer = (property, rest) =>
  writeText(property, `:${valueOf(rest).replaceAll(/["\\]/g, '')}`)

const WRITERS: Record<string, Writer> = {
  DTSTART: writeMoments(true),
  DTEND: writeMoments(true),
  'RECURRENCE-ID': writeMoments(true),
  EXDATE: writeMoments(false),
  RDATE: writeMoments(false),
  FREEBUSY: writeMoments(false),
  DURATION: writeLength,
  RRULE: writeRule,
  EXRULE: writeRule,
  UID: writeText,
  SEQUENCE: writeText,
  STATUS: writeText,
  TRANSP: writeText,
  'X-MICROSOFT-CDO-BUSYSTATUS': writeText,
  TZID: writeZoneName,
  TZOFFSETFROM: writeOffset,
  TZOFFSETTO: writeOffset,
}
