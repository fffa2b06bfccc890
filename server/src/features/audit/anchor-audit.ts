import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { auditHead } from './operator-actions.ts'

/**
 * The job 'anchor-audit': writes the newest hash of the audit log to the log, and sends it to OPERATOR_ALERTS. Who
 * changes the chain later cannot change these copies. rule: audit-anchor
 */
export async function anchorAudit({ db, clock, config, mail, log }: Context): Promise<void> {
  const { seq, hash } = await auditHead(db)
  log.info({ seq, hash }, 'head of the audit log')
  if (!config.operatorAlerts) return
  await mail.send({
    to: config.operatorAlerts,
    subject: `Audit log: ${seq} entries`,
    ...letter({
      language: 'en',
      title: `Audit log: ${seq} entries`,
      sentence: 'Keep this letter. It shows later whether an entry was changed.',
      button: { label: 'Open Lustra', href: `${config.publicOrigin}/` },
      facts: [
        ['Entries', String(seq)],
        ['Head', hash],
        ['At', clock.now().toISOString()],
      ],
    }),
  })
}
