import { sql } from 'kysely'
import type { Context, TxContext } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { orderRefund } from '#server/money/refunds/refunds.ts'
import { openCase } from '#server/trust/cases/open-case.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { hideReview } from '#server/market/write-reviews/hide-review.ts'
import { HIDDEN_REVIEW } from './operator-texts.ts'
import { HOUR_MS, hoursBefore } from '../market/people.ts'

/** How many rows of the audit log there are in all. */
const ACTIONS = 40
const REFUNDS = 3
const MINUTE_MS = 60_000

type Step = { at: Date; run: (operator: string) => Promise<unknown> }

/**
 * Writes the actions of two operators in the last months, in the order of time: they decided checks, signed people out,
 * hid a review against which its writer appeals, and refunded two payments. A third refund waits for the second
 * operator. rule: demo-world, audit-log
 */
export async function writeOperatorActions(
  context: Context,
  tx: Tx,
  operators: readonly [string, string],
): Promise<void> {
  const now = context.clock.now()
  const refunds = await refundSteps(context, tx, now)
  const hidden = await hideStep(tx, hoursBefore(now, 70))
  const checks = await checkSteps(tx, ACTIONS - refunds.length - hidden.length)
  const steps = [...checks, ...hidden, ...refunds].toSorted((one, other) => +one.at - +other.at)
  for (const [number, { run }] of steps.entries()) {
    // One operator asks for all refunds, so that the other one has something to approve.
    await run(operators[number >= steps.length - REFUNDS ? 0 : number % 2]!)
  }
}

/** The checks of professionals with a badge, every fourth with a look at the number, and some who lost their phone. */
async function checkSteps(tx: Tx, count: number): Promise<Step[]> {
  const { rows: people } = await sql<{ id: string; at: Date }>`
    select user_id as id, background_checked_at as at from professionals
    where background_check_status = 'approved' order by background_checked_at desc, user_id limit ${count}`.execute(
    tx,
  )
  const steps = people.flatMap(({ id, at }, number): Step[] => [
    {
      at,
      run: (doneBy) =>
        recordAction(
          tx,
          { action: 'approve', subjectId: id, at, people: [id], isTold: true },
          {
            reason: 'The number and the records belong together, and nothing was found.',
            doneBy,
            said: { code: 'records_clear' },
          },
          { as: 'text', before: { status: 'pending' } },
        ),
    },
    ...(number % 4 === 0 ? [number % 3 === 0 ? signOut(tx, id, at) : lookUp(tx, id, at)] : []),
  ])
  return steps.slice(0, count)
}

function lookUp(tx: Tx, subjectId: string, decidedAt: Date): Step {
  const at = new Date(+decidedAt - 10 * MINUTE_MS)
  return {
    at,
    run: (doneBy) =>
      recordOperatorAction(
        tx,
        { action: 'number_read', subjectId, doneBy, at },
        { note: 'To compare it with the records.' },
      ),
  }
}

function signOut(tx: Tx, id: string, decidedAt: Date): Step {
  const at = new Date(+decidedAt + HOUR_MS)
  return {
    at,
    run: (doneBy) =>
      recordAction(
        tx,
        { action: 'end-sessions', subjectId: id, at, people: [id], isTold: true },
        {
          reason: 'You told us that your phone was stolen, so we signed out your devices.',
          doneBy,
          said: { code: 'asked' },
        },
        { as: 'text' },
      ),
  }
}

/** A review that names a street, and the appeal of its writer. rule: review-states, appeals */
async function hideStep(tx: Tx, at: Date): Promise<Step[]> {
  const { rows } = await sql<{ id: string; client_id: string }>`
    update reviews set title = ${HIDDEN_REVIEW.title}, comment = ${HIDDEN_REVIEW.comment} where id = (
      select id from reviews where state = 'public' and visit = 'took_place' order by created_at desc, id offset 7 limit 1)
    returning id, client_id`.execute(tx)
  return rows.map(({ id, client_id: personId }) => ({
    at,
    run: async (doneBy) => {
      await hideReview(tx, id, at)
      const seq = await recordAction(
        tx,
        { action: 'hide', subjectId: id, at, people: [personId] },
        { reason: HIDDEN_REVIEW.text, doneBy, said: { code: 'personal_data' } },
        { as: 'text' },
      )
      await appeal(tx, { seq, personId, at: new Date(+at + 40 * HOUR_MS), notFor: doneBy })
    },
  }))
}

async function appeal(
  tx: Tx,
  { seq, personId, at, notFor }: { seq: number; personId: string; at: Date; notFor: string },
): Promise<void> {
  const { id } = await tx
    .selectFrom('decisions')
    .select('id')
    .where('seq', '=', String(seq))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('appeals')
    .values({ decision_id: id, at, text: HIDDEN_REVIEW.appeal })
    .execute()
  await openCase(tx, {
    queue: 'appeals',
    kind: 'hide',
    subject: { kind: 'decision', id },
    personId,
    title: { code: 'appeal', params: { action: 'hide' } },
    at,
    notFor,
  })
}

/** Three months of one professional. The limit of one operator is passed by the third. rule: two-operators */
async function refundSteps(context: TxContext, tx: Tx, now: Date): Promise<Step[]> {
  const { rows } = await sql<{ number: string }>`
    select number::text from payments where professional_id = (
      select professional_id from payments group by professional_id having count(*) > ${REFUNDS}
      order by max(created_at), professional_id limit 1)
    order by created_at limit ${REFUNDS}`.execute(tx)
  return rows.map(({ number }, place) => {
    const at = hoursBefore(now, 20 - place * 8)
    const said = { code: 'not_delivered' }
    const reason =
      'Your profile could not be found for a month through our fault. We return what you paid for it.'
    return {
      at,
      run: (doneBy) => orderRefund(tx, context, { number, at }, { reason, doneBy, said }),
    }
  })
}
