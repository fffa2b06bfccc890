import type { FastifyRequest } from 'fastify'
import { CASE_QUEUES } from '#contract/trust/case-rules.ts'
import * as calls from '#contract/console/operator-cases.ts'
import { PRIVATE_PICTURE_FILE } from '#contract/pictures.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { addNote, claim, release } from '#server/trust/cases/case-moves.ts'
import { sendPicture } from '#server/pictures/send-picture.ts'
import {
  answerWithLetter,
  changeCase,
  reopenWithReports,
  resolveWithEnding,
} from './case-commands.ts'
import { listCases, queueCounts, summaryOf } from './case-lists.queries.ts'
import { readCase } from './one-case.ts'
import { holdsCaseOfPhoto } from './problem-photo.queries.ts'

/** Adds the calls for the queues and cases of operators. Rules: docs/rules/trust.md */
export function operatorCasesRoutes(app: App, context: Context): void {
  const { db, clock } = context

  implement(app, context, calls.caseQueues, async () => {
    const counts = new Map((await queueCounts(db, clock.now())).map((row) => [row.queue, row]))
    return {
      queues: CASE_QUEUES.map((queue) => {
        const row = counts.get(queue)
        const { open = 0, claimed = 0, overdue = 0 } = row ?? {}
        return { queue, open, claimed, overdue, oldest_at: row?.oldest_at.toISOString() ?? null }
      }),
    }
  })

  implement(app, context, calls.caseList, async ({ query, operator }) => {
    const { person_id: personId, ...filter } = query
    const now = clock.now()
    const { cases, has_more } = await listCases(db, operator.id, { ...filter, personId })
    return { cases: cases.map((row) => summaryOf(row, now)), has_more }
  })

  implement(app, context, calls.oneCase, async ({ params, operator }) => ({
    case: await readCase(db, operator.id, params.id, clock.now()),
  }))

  implement(app, context, calls.claimCase, ({ params: { id }, body, operator, request }) =>
    changeCase(context, { operator, request }, id, (tx, actor) =>
      claim(tx, actor, id, { takeOver: body?.take_over, text: body?.text }),
    ),
  )

  implement(app, context, calls.releaseCase, ({ params: { id }, operator, request }) =>
    changeCase(context, { operator, request }, id, (tx, actor) => release(tx, actor, id)),
  )

  implement(app, context, calls.reopenCase, ({ params: { id }, body, operator, request }) =>
    changeCase(context, { operator, request }, id, (tx, actor) =>
      reopenWithReports(tx, actor, id, body.text),
    ),
  )

  implement(app, context, calls.addCaseNote, ({ params: { id }, body, operator, request }) =>
    changeCase(context, { operator, request }, id, (tx, actor) =>
      addNote(tx, actor, id, body.text),
    ),
  )

  implement(app, context, calls.resolveCase, ({ params: { id }, body, operator, request }) =>
    changeCase(context, { operator, request }, id, (tx, actor) =>
      resolveWithEnding(tx, actor, id, body),
    ),
  )

  implement(app, context, calls.answerCase, (call) => {
    const { id } = call.params
    return changeCase(context, call, id, (tx, actor) =>
      answerWithLetter(tx, actor, id, call.body.text),
    )
  })

  app.get(
    urlOf(calls.caseProblemPhoto),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const operator = (await app.operatorOf(request)) ?? refuse('not_signed_in')
      const { file } = request.params
      const largest = file.replace(/-(240|640)\.webp$/, '.webp')
      const isTheirs =
        PRIVATE_PICTURE_FILE.test(file) && (await holdsCaseOfPhoto(db, operator.id, largest))
      if (!isTheirs) refuse('image_not_found')
      return sendPicture(context, request, reply, file, 'private, no-store')
    },
  )
}
