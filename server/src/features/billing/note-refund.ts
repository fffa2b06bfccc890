import type { Db } from '#server/db/db.ts'
import { withdrawCredit } from './credits.ts'
import { recordNews } from './record-news.ts'

/**
 * What follows when a paid payment has become a refunded one, whoever wrote that first: the job 'refund-payment', or an answer of the
 * provider that came before it, or told of a refund that was made there.
 */
export async function noteRefund(
  tx: Db,
  {
    id,
    kind,
    professional_id: professionalId,
    at,
  }: { id: string; kind: string; professional_id: string; at: Date },
): Promise<void> {
  if (kind === 'lead') await withdrawCredit(tx, { professionalId, paymentId: id, at })
  await recordNews(tx, {
    kind: 'payment.refunded',
    subjectId: professionalId,
    actorId: null,
    at,
    data: { payment_id: id },
  })
}
