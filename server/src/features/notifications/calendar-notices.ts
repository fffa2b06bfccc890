import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import { createNotice } from './create-notice.ts'
import type { NoticeTopicDefinition } from './notice.ts'

/**
 * The job 'notify-calendar': tells a professional that one of their calendars could not be read for a day.
 * rule: calendar-failed-notice
 */
export async function notifyOfCalendar(
  { db, clock, live }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const event = await db
    .selectFrom('events')
    .select(['subject_id', 'data'])
    .where('id', '=', event_id)
    .where('kind', '=', 'time.calendar_failed')
    .executeTakeFirst()
  if (!event) return
  const { calendar_id, label } = event.data as { calendar_id: string; label: string }
  const kind = 'booking.calendar_failed'
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId: event.subject_id,
      kind,
      key: `${kind} ${event_id}`,
      at: clock.now(),
      data: { calendar_id, label },
    }),
  )
  await live.notify([event.subject_id], { type: 'notices' })
}

export const calendarNotices: NoticeTopicDefinition = {
  compose({ data }, { language, role }) {
    if (role !== 'professional') return undefined
    const { title, sentence, button } = TEXTS[language]
    return {
      title: title(String(data['label'])),
      sentence,
      facts: [],
      button: { label: button, path: '/dashboard/time' },
    }
  },
  async isStillTrue(db, { data }) {
    const failed = await db
      .selectFrom('busy_calendars')
      .select('id')
      .where('id', '=', String(data['calendar_id']))
      .where('state', '=', 'failed')
      .executeTakeFirst()
    return failed !== undefined
  },
}

const TEXTS: Record<
  Language,
  { title: (label: string) => string; sentence: string; button: string }
> = {
  en: {
    title: (label) => `Your calendar "${label}" cannot be read`,
    sentence:
      'For a day we could not read this calendar. What we read last still counts, but newer events do not take away free times. Please check its address.',
    button: 'Open your hours',
  },
  pt: {
    title: (label) => `Seu calendário "${label}" não pode ser lido`,
    sentence:
      'Há um dia não conseguimos ler este calendário. O que lemos por último continua valendo, mas compromissos novos não ocupam seus horários livres. Confira o endereço dele.',
    button: 'Abrir seus horários',
  },
  es: {
    title: (label) => `No se puede leer tu calendario "${label}"`,
    sentence:
      'Desde hace un día no podemos leer este calendario. Lo último que leímos sigue contando, pero los eventos nuevos no ocupan tus horarios libres. Revisa su dirección.',
    button: 'Abrir tu horario',
  },
}
