import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { auditHead } from './operator-actions.ts'

/** A little more than a day, so that no entry lies between two runs. */
const COPIED_MS = 25 * 60 * 60 * 1000
const COPIED_MAX = 10_000

/**
 * The job 'anchor-audit': writes the entries of the day and the newest hash of the audit log to the log, and sends the
 * hash to OPERATOR_ALERTS. Who changes the chain later cannot change these copies. rule: audit-log
 */
export async function anchorAudit({ db, clock, config, mail, log }: Context): Promise<void> {
  const { seq, hash } = await auditHead(db)
  for (const { body } of await entriesSince(db, new Date(clock.now().getTime() - COPIED_MS)))
    log.info({ audit: JSON.parse(body) as unknown }, 'entry of the audit log')
  log.info({ seq, hash }, 'head of the audit log')
  if (!config.operatorAlerts) return
  await mail.send(
    letter(config.operatorAlerts, {
      language: 'en',
      title: `Audit log: ${seq} entries`,
      sentence: 'Keep this email. It shows later whether an entry was changed.',
      button: { label: 'Open Lustra', href: `${config.publicOrigin}/` },
      facts: [
        ['Entries', String(seq)],
        ['Head', hash],
        ['At', clock.now().toISOString()],
      ],
    }),
  )
}

/** Bodies have ids and states alone, no texts and no names of people. */
function entriesSince(db: Context['db'], since: Date) {
  return db
    .selectFrom('audit_log')
    .select('body')
    .where('at', '>', since)
    .orderBy('seq')
    .limit(COPIED_MAX)
    .execute()
}
