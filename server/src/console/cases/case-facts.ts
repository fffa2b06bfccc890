import type { z } from 'zod'
import type { CaseFacts } from '#contract/console/case-facts.ts'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { CaseRow } from './case-lists.queries.ts'
import { verificationFacts } from './verification-facts.ts'
import {
  conversationFacts,
  decisionFacts,
  jobFacts,
  openingFacts,
  refundFacts,
  reportFacts,
  reviewFacts,
  supportFacts,
  visitFacts,
} from './case-facts.queries.ts'

export type Facts = z.input<typeof CaseFacts>
type LoadFacts = (db: Db, row: CaseRow, isHeld: boolean) => Promise<Facts>

/** The function of each queue that loads the facts beside its cases. rule: case-screen */
const FACTS: Partial<Record<CaseQueue, LoadFacts>> = {
  verification: verificationFacts,
  reports: reportFacts,
  visits: visitFacts,
  reviews: reviewFacts,
  refunds: refundFacts,
  jobs: jobFacts,
  support: supportFacts,
  appeals: (db, row) =>
    row.subject_kind === 'conversation' ? openingFacts(db, row) : decisionFacts(db, row),
}

/** The facts that an operator needs to decide a case. Only its holder gets a street. rule: case-screen */
export async function factsOf(db: Db, row: CaseRow, operatorId: string): Promise<Facts> {
  const facts = (await FACTS[row.queue]?.(db, row, row.claimed_by === operatorId)) ?? {}
  const hasPair = row.queue === 'reports' || row.queue === 'reviews' || row.queue === 'visits'
  return hasPair ? { ...facts, ...(await conversationFacts(db, row)) } : facts
}
