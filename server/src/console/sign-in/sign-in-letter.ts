import { PRODUCT_NAME } from '#contract/product.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { deviceOf } from '#server/people/sessions/device.ts'
import { letterMoment } from '#server/people/factors/letter-moment.ts'
import { operatorById } from '../operators/operators.queries.ts'

/** Job: tells an operator about a sign-in. Letters to operators are in English. rule: operator-sign-in */
export async function sendOperatorSignInLetter(
  { db, config, mail }: Context,
  payload: { operator_id: string; user_agent: string; at: string },
): Promise<void> {
  const operator = await operatorById(db, payload.operator_id)
  if (!operator) return
  const { browser, system } = deviceOf(payload.user_agent)
  const title = `New sign-in to the ${PRODUCT_NAME} console`
  await mail.send(
    letter(operator.email, {
      language: 'en',
      title,
      sentence: `Hi ${operator.name}, someone signed in as you to the ${PRODUCT_NAME} console.`,
      button: { label: 'Open the console', href: `${config.operatorOrigin}/operator` },
      facts: [
        ['Account', operator.email, 'email'],
        ['Device', [browser, system].filter(Boolean).join(' on ') || 'Unknown device'],
        ['When', letterMoment('en', new Date(payload.at))],
      ],
      note: "If this wasn't you, tell another operator right away. They can end and reset your access.",
    }),
  )
}
