import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import { isUnusedSql } from '../access/erase-unused.ts'
import { createNotice } from './create-notice.ts'
import type { NoticeTopicDefinition } from './notice.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': tells clients whose access details nobody used for a year that they go in 30 days.
 * rule: access-unused
 */
export async function warnOfUnusedAccess({ db, clock, live }: Context): Promise<void> {
  const at = clock.now()
  const until = new Date(+at + RETENTION.unused_access_days * DAY_MS)
  const isForgottenSql = sql`warned_at is null and used_at < ${at}::timestamptz - make_interval(months => ${RETENTION.unused_access_months})`
  for (;;) {
    const clients = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ home_id: string; client_id: string }>`
        update home_access set warned_at = ${at} from homes
        where homes.id = home_id and home_id = any(array(
          select home_id from home_access
          where ${isForgottenSql} and ${isUnusedSql(at)}
          limit ${BATCH_SIZE}))
          -- Again, because a look may have come in between.
          and ${isForgottenSql}
        returning home_id, client_id`.execute(tx)
      const kind = 'visit.access_unused'
      for (const { home_id, client_id: userId } of rows) {
        const key = `${kind} ${home_id} ${at.toISOString()}`
        const data = { home_id, date: until.toISOString() }
        await createNotice(tx, { userId, kind, key, at, data })
      }
      return rows.map(({ client_id }) => client_id)
    })
    if (clients.length > 0) await live.notify(clients, { type: 'notices' })
    if (clients.length < BATCH_SIZE) return
  }
}

export const accessNotices: NoticeTopicDefinition = {
  compose({ data }, { language, role }) {
    if (role !== 'client') return undefined
    const { title, sentence, button } = TEXTS[language]
    return {
      title: title(formats(language).date(new Date(String(data['date'])), 'UTC')),
      sentence,
      facts: [],
      button: { label: button, path: `/homes/${data['home_id']}` },
    }
  },
  async isStillTrue(db, { data }) {
    const warned = await db
      .selectFrom('home_access')
      .select('home_id')
      .where('home_id', '=', String(data['home_id']))
      .where('warned_at', 'is not', null)
      .executeTakeFirst()
    return warned !== undefined
  },
}

const TEXTS: Record<
  Language,
  { title: (date: string) => string; sentence: string; button: string }
> = {
  en: {
    title: (date) => `Your unused access details will be erased on ${date}`,
    sentence:
      'Nobody has used the access details of one of your homes for a year. If you still need them, show them or save them again before that day.',
    button: 'Open the home',
  },
  pt: {
    title: (date) => `Seus dados de acesso sem uso serão apagados em ${date}`,
    sentence:
      'Há um ano ninguém usa os dados de acesso de uma das suas casas. Se ainda precisar deles, mostre-os ou salve-os de novo antes desse dia.',
    button: 'Abrir a casa',
  },
  es: {
    title: (date) => `Tus datos de acceso sin uso se borrarán el ${date}`,
    sentence:
      'Hace un año que nadie usa los datos de acceso de una de tus casas. Si todavía los necesitas, muéstralos o guárdalos de nuevo antes de ese día.',
    button: 'Abrir la casa',
  },
}
