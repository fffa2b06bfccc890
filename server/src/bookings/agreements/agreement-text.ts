import { createHash } from 'node:crypto'
import type { Agreement, AgreementSection } from '#contract/bookings/agreements.ts'
import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { labourText } from '#contract/calendar/duration-text.ts'
import { formats } from '#contract/formats.ts'
import type { Pet, RoomKind, Task } from '#contract/market/home-rules.ts'
import type { ExtraCode } from '#contract/market/offer-rules.ts'
import type { Language, ServiceType } from '#contract/product.ts'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { textsIn } from '#server/texts.ts'
import type agreements from '#server/locales/en/agreements.json'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { splitText } from './split-text.ts'

export type Column = Agreement['columns'][number]

type Room = { kind: RoomKind; name: string; important: boolean; do_not_enter: boolean }

/** The facts that a work agreement states. Money is in cents. */
export type AgreementFacts = {
  /** The client's language first; one if both have the same. */
  languages: Language[]
  client: string
  professional: string
  address: string
  city: string
  state: string
  zip: string
  timeZone: string
  startsAt: Date
  endsAt: Date
  /** Null: a single visit. */
  frequency: SeriesFrequency | null
  service: ServiceType
  hours: number
  included: Task[]
  rooms: Room[]
  lines: PriceLine[]
  /** The total of each later visit of a series. */
  laterCents: number | null
  supplies: 'client' | 'professional'
  /** Null: nothing is known of the home. */
  pets: Pet[] | null
  minimumHours: number
  noticeHours: number
}

/** The texts of an agreement, a column for each language. rule: work-agreement */
export function agreementColumns(facts: AgreementFacts): Column[] {
  return facts.languages.map((language) => {
    const sections = sectionsOf(facts, language).filter(({ lines }) => lines.length > 0)
    return columnOf(language, sections)
  })
}

function columnOf(language: Language, sections: Column['sections']): Column {
  return { language, sections, text: sections.flatMap(({ lines }) => lines).join('\n') }
}

/** The hexadecimal SHA-256 of the texts. rule: work-agreement */
export function agreementHash(columns: readonly Column[]): string {
  const text = columns.map((column) => column.text).join('\n\n')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function sectionsOf(facts: AgreementFacts, language: Language): Column['sections'] {
  const t = textsIn(language, 'agreements')
  const { day, time, money, number } = formats(language)
  const say = sentences(language)
  const { client, professional, address, city, state, zip, timeZone, frequency } = facts
  const amount = (cents: number) => money(dollars(cents))
  const extras = facts.lines.filter((line) => line.kind === 'extra')
  const list = (values: string[]) => values.join(', ')
  const roomNames = (flag: 'important' | 'do_not_enter') => {
    const names = namesOfRooms(facts.rooms, language)
    const found = names.filter((_name, index) => facts.rooms[index]![flag])
    return found.length > 0 ? [say(flag, { rooms: list(found) })] : []
  }
  const when = {
    date: day(dateIn(timeZone, facts.startsAt).toString()),
    time: time(facts.startsAt, timeZone),
    end: time(facts.endsAt, timeZone),
    city,
  }
  const lines: Record<AgreementSection, string[]> = {
    who: [say('who', { client, professional })],
    where: [say('where', { address, city, state, zip })],
    when: [
      frequency === null
        ? say('visit', when)
        : say('visits', { ...when, frequency: t(`frequencies.${frequency}`) }),
    ],
    tasks: [
      say('service', {
        service: textsIn(language, 'bookings')(`services.${facts.service}`),
        hours: number(facts.hours),
      }),
      ...(facts.included.length > 0
        ? [say('included', { tasks: list(facts.included.map((task) => t(`tasks.${task}`))) })]
        : []),
      ...roomNames('important'),
      ...roomNames('do_not_enter'),
    ],
    extras:
      extras.length === 0
        ? [say('no_extras')]
        : extras.map((line) =>
            say('extra', {
              extra: nameOfExtra(line, language),
              minutes: number(line.minutes),
              price: amount(line.amountCents),
            }),
          ),
    supplies: [say(`supplies_${facts.supplies}`)],
    pets: petsOf(facts.pets, language),
    price: priceOf(facts, language),
    hours: [say('hours', { minimum: number(Math.min(facts.minimumHours, facts.hours)) })],
    payment: [say('payment')],
    cancellation: [
      facts.noticeHours > 0
        ? `${say('cancellation')} ${say('late', { notice: number(facts.noticeHours) })}`
        : say('cancellation'),
    ],
    no_show: [say('no_show')],
    keys: [say('keys')],
    breakage: [say('breakage')],
    photos: [say('photos')],
    safety: [say('safety')],
    notice: [say('notice')],
  }
  return Object.entries(lines).map(([code, own]) => ({
    code: code as AgreementSection,
    lines: own,
  }))
}

/** The lines of the price, their sum, and what a later visit of a series costs. */
function priceOf({ lines, laterCents }: AgreementFacts, language: Language): string[] {
  const { money, number } = formats(language)
  const say = sentences(language)
  const amount = (cents: number) => money(dollars(cents))
  const split = splitText(lines, language)
  return [
    ...(split ? [`${split}.`] : []),
    ...lines.map((line) => {
      const values = { amount: amount(line.amountCents) }
      if (line.kind === 'labour') {
        const rate = amount(line.rateCents)
        return say('labour_line', { ...values, time: labourText(line.minutes, number), rate })
      }
      if (line.kind === 'extra') {
        const [extra, minutes] = [nameOfExtra(line, language), number(line.minutes)]
        return say('extra_line', { ...values, extra, minutes })
      }
      if (line.kind === 'discount') {
        return say('discount_line', { ...values, percent: number(line.percent) })
      }
      return say(`${line.kind}_line`, values)
    }),
    say('total', { total: amount(sumCents(lines)) }),
    ...(laterCents === null ? [] : [say('later', { later: amount(laterCents) })]),
  ]
}

function nameOfExtra(
  { extra, name }: { extra: string; name: string | null },
  language: Language,
): string {
  return name ?? textsIn(language, 'agreements')(`extras.${extra as ExtraCode}`)
}

/** The sentences about pets; without a home nothing is known of them. */
function petsOf(pets: readonly Pet[] | null, language: Language): string[] {
  const say = sentences(language)
  const t = textsIn(language, 'agreements')
  if (pets === null) return [say('pets', { pets: t('pets_unknown') })]
  if (pets.length === 0) return [say('no_pets')]
  return [say('pets', { pets: pets.map((pet) => t(`pets.${pet}`)).join(', ') })]
}

/** Rooms as typed. One without a name has that of its kind, with a number if there are several such rooms. */
function namesOfRooms(rooms: readonly Room[], language: Language): string[] {
  const unnamed = rooms.filter(({ name }) => name === '')
  return rooms.map((room) => {
    if (room.name !== '') return room.name
    const alike = unnamed.filter(({ kind }) => kind === room.kind)
    const kind = textsIn(language, 'agreements')(`rooms.${room.kind}`)
    return alike.length > 1 ? `${kind} ${alike.indexOf(room) + 1}` : kind
  })
}

type Sentence = keyof (typeof agreements)['sentences']

function sentences(language: Language) {
  const t = textsIn(language, 'agreements')
  return (sentence: Sentence, values: Record<string, string> = {}) =>
    t(`sentences.${sentence}`, values)
}

const NOTHING = '—'

/**
 * The texts without the street and the names of rooms, and with the names that both sides have now: that of a side that
 * left is 'Deleted user'. rule: work-agreement
 */
export function redactedColumns(
  columns: readonly Column[],
  who: Pick<AgreementFacts, 'client' | 'professional'>,
  where: Pick<AgreementFacts, 'city' | 'state' | 'zip'>,
): Column[] {
  return columns.map(({ language, sections }) => {
    const say = sentences(language)
    const withoutRooms = (line: string) => {
      const flag = (['important', 'do_not_enter'] as const).find((one) =>
        line.startsWith(say(one, { rooms: NOTHING }).split(NOTHING)[0]!),
      )
      return flag ? say(flag, { rooms: NOTHING }) : line
    }
    return columnOf(
      language,
      sections.map(({ code, lines }) => {
        if (code === 'who') return { code, lines: [say('who', who)] }
        if (code === 'where') {
          return { code, lines: [say('where', { ...where, address: NOTHING })] }
        }
        return { code, lines: code === 'tasks' ? lines.map(withoutRooms) : lines }
      }),
    )
  })
}

/** The sections that differ from the version before, by language. rule: work-agreement */
export function agreementDifference(
  before: readonly Column[],
  after: readonly Column[],
): NonNullable<Agreement['difference']> {
  return after.flatMap(({ language, sections }) => {
    const old = before.find((column) => column.language === language)?.sections ?? []
    const codes = [...new Set([...sections, ...old].map(({ code }) => code))]
    const textOf = (own: Column['sections'], code: AgreementSection) =>
      own.find((section) => section.code === code)?.lines.join('\n') ?? null
    return codes
      .map((code) => ({ code, language, before: textOf(old, code), after: textOf(sections, code) }))
      .filter((one) => one.before !== one.after)
  })
}
