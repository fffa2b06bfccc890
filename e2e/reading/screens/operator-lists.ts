import { date, time } from '../formats.ts'
import { READER_ZONE } from '../reading.ts'
import type { Rows } from '../reading.ts'

/** 'Nov 29, 2026, 9:00 AM', by default on the clock of the operator. */
export const moment = (at: Date, zone = READER_ZONE) => `${date(at, zone)}, ${time(at, zone)}`

export type ListedCase = {
  number: string
  queue: string
  due_at: Date
  person: string | null
  title_code: string
  title_params: Record<string, string>
  words: string | null
}

/** The cases that wait, each with what the person wrote last or the error of the job. */
export const casesOf = (rows: Rows): Promise<ListedCase[]> =>
  rows(
    `select c.*, u.first_name || ' ' || u.last_name as person, coalesce(
       (select text from support_posts where thread_id::text = subject_id and not by_us
        order by at desc limit 1),
       (select text from support_messages m where m.id::text = subject_id),
       (select title || ': ' || comment from reviews r where r.id::text = subject_id),
       (select last_error from graphile_worker.jobs j where j.id::text = subject_id)
     ) as words
     from cases c left join users u on u.id = person_id where state <> 'resolved'`,
  )

/** How many cases wait in each queue, and those of a list. */
export function queueFacts(all: readonly ListedCase[], shown: readonly ListedCase[]): string[] {
  const groups = [all, ...Map.groupBy(all, ({ queue }) => queue).values()]
  const counts = groups.flatMap((group) => {
    const late = group.filter(({ due_at }) => +due_at < Date.now()).length
    return [`${group.length} waiting`, ...(late > 0 ? [`${late} overdue`] : [])]
  })
  const cases = shown.flatMap((one) => [
    `C-${one.number}`,
    ...(one.person ? [one.person] : []),
    ...steady(dueTexts(one.due_at)),
    `[title] ${moment(one.due_at)}`,
    ...titleAndWords(one),
  ])
  return [...counts, ...cases]
}

/** Sentences that a list beside another screen may say. */
export const maybeListed = (cases: readonly ListedCase[]): string[] => [
  ...queueFacts(cases, cases),
  ...cases.flatMap(({ due_at }) => dueTexts(due_at)),
]

const WORDS_MAX = 140

const TITLES: Record<string, (params: Record<string, string>) => string> = {
  job_failed: ({ name }) => `Job failed: ${name}`,
  support_message: ({ topic }) => `Message: ${topic}`,
  reviews_of_one_source: () => 'Three reviews of one professional from one network or device',
}

/** The title of a case and the beginning of its words. In the demo world the others have no number or day. */
function titleAndWords({ title_code, title_params, words }: ListedCase): string[] {
  const title = TITLES[title_code]?.(title_params)
  return title && words ? [title, words.replace(/\s+/g, ' ').slice(0, WORDS_MAX)] : []
}

/** 'in 3 h', as it is now and as it was a minute ago, when the screen may have been drawn. */
export function dueTexts(at: Date): string[] {
  return [Date.now(), Date.now() - 60_000].map((now) => {
    const minutes = Math.floor(Math.abs(+at - now) / 60_000)
    const days = Math.floor(minutes / 1440)
    const short = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
    const span = days >= 2 ? `${days} days` : short
    return +at > now ? `in ${span}` : `${span} overdue`
  })
}

/** The text that has not changed within the last minute, which the screen therefore has to say. */
export const steady = ([now = '', before]: readonly string[]): string[] =>
  now === before ? [now] : []

type Job = { id: string; attempts: number; updated_at: Date; last_error: string }

/** The jobs whose last try failed. One that is at its last try has no error yet. */
export const failedJobs = (rows: Rows): Promise<Job[]> =>
  rows(
    `select * from graphile_worker.jobs
     where attempts >= max_attempts and last_error is not null and locked_at is null`,
  )
