import { enqueue } from '#server/queue/queue.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { World } from '#server/world.ts'
import { SERVICE_NAMES } from '../professionals/service-names.ts'
import { newsOf, readerOf } from './booking-notices.queries.ts'
import type { News } from './booking-notices.queries.ts'
import { moneyWords, visitWords } from './visit-words.ts'
import { BOOKING_WORDS, LETTER_LABELS } from './words.ts'

const PAGES = { client: '/bookings', professional: '/dashboard' }

/** Who hears of what happened to a booking: both sides but the one who did it. Each gets a job, so that one lost letter repeats no other. */
export async function notifyOfBooking(
  { db }: World,
  { event_id }: { event_id: string },
): Promise<void> {
  const news = await newsOf(db, event_id)
  if (!news) return
  const hearers = [news.client_id, news.professional_id].filter((id) => id !== news.actor_id)
  await db.transaction().execute(async (tx) => {
    for (const user_id of hearers) {
      const key = `letter ${event_id} ${user_id}`
      await enqueue(tx, 'send-booking-letter', { event_id, user_id }, { key })
    }
  })
}

/** One letter about a booking, in the language of its reader. */
export async function sendBookingLetter(
  { db, mail, config }: World,
  { event_id, user_id }: { event_id: string; user_id: string },
): Promise<void> {
  const [news, reader] = await Promise.all([newsOf(db, event_id), readerOf(db, user_id)])
  if (!news || !reader) return
  const { language, role, email } = reader
  const words = BOOKING_WORDS[language][news.kind][role]?.({
    client: news.first_name,
    professional: news.full_name,
  })
  if (!words) return
  const labels = LETTER_LABELS[language]
  await mail.send({
    to: email,
    subject: words.title,
    ...letter({
      language,
      ...words,
      button: { label: labels.button[role], href: config.publicOrigin + PAGES[role] },
      facts: factsOf(news, language),
    }),
  })
}

/** No street, phone or full name: who may know them finds them after signing in (decision 15). */
function factsOf(news: News, language: keyof typeof LETTER_LABELS): [string, string][] {
  const labels = LETTER_LABELS[language]
  const isTold = news.reason && (news.kind === 'cancelled' || news.kind === 'declined')
  return [
    [labels.service, SERVICE_NAMES[language][news.service_type]],
    [labels.when, visitWords(language, news)],
    [labels.where, `${news.city}, ${news.state} ${news.zip_code}`],
    [labels.hours, String(news.estimated_hours)],
    [labels.total, moneyWords(language, news.total_cents)],
    ...(isTold ? [[labels.reason, news.reason] as [string, string]] : []),
  ]
}
