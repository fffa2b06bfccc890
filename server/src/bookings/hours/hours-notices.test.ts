// rule: settle-hours
import { expect, test } from 'vitest'
import { loadSendableNotice } from '#server/talk/notices/notice-topics.ts'
import { after, DAY, hoursHarness } from '#server/test/harness/hours-harness.ts'

const { harness, finish, answer, titles, notifyAll, brokenInvariants } = hoursHarness()

test("the notice of 'finished' asks about more time than booked, with the deadline, until it is answered or over", async () => {
  harness.now = after(165)
  await finish({ actual_minutes: 165 })
  await notifyAll()
  const { id: noticeId } = await harness.server.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'visit.finished')
    .where('user_id', '=', harness.client.id)
    .executeTakeFirstOrThrow()
  const letter = async () =>
    (await loadSendableNotice(harness.server.context, noticeId, 'email'))!.text
  const bell = async () => {
    const { notices } = (await harness.asClient.get('/api/notices')).body
    return notices.find((notice: { id: string }) => notice.id === noticeId).text
  }
  const asked =
    "Grace has finished your visit. It took longer than you booked. Will you pay for the extra time? Please answer by Wed, Dec 2, 11:45 AM. If you don't, you pay what was booked."
  expect(await letter()).toMatchObject({
    title: 'Grace has finished',
    sentence: asked,
  })
  expect(await bell()).toBe(asked)
  const plain = 'Grace has finished your visit.'
  harness.now = after(165 + DAY)
  expect([(await letter()).sentence, await bell()]).toEqual([plain, plain])
  harness.now = after(170)
  await answer(harness.asClient, { answer: 'no' })
  expect([(await letter()).sentence, await bell()]).toEqual([plain, plain])
})

// rule: quiet-hours, visit-notices
test('at night the client is notified of a stage at once, of a late one too', async () => {
  const at = (time: string) => new Date(`2026-12-02T${time}Z`)
  const press = (stage: string, pressed: Date, now: Date) => {
    harness.now = now
    const times = { pressed_at: pressed.toISOString(), sent_at: now.toISOString() }
    return harness.asPro.post(`/api/bookings/${harness.id}/stages`, { stage, ...times })
  }
  await press('on_my_way', after(0), at('04:00:00'))
  await press('arrived', at('04:00:00'), at('04:01:00'))
  await press('finished', at('04:20:00'), at('04:40:00'))
  await notifyAll()
  const notices = await harness.server.db
    .selectFrom('notices')
    .select(['kind', 'due_at'])
    .where('booking_id', '=', harness.id)
    .where('user_id', '=', harness.client.id)
    .where('kind', 'in', ['visit.on_my_way', 'visit.arrived', 'visit.finished'])
    .orderBy('id')
    .execute()
  expect(new Map(notices.map(({ kind, due_at }) => [kind, due_at]))).toEqual(
    new Map([
      ['visit.on_my_way', null],
      ['visit.arrived', null],
      ['visit.finished', null],
    ]),
  )
})

test('the notice of settled hours names what is due, its letter lists the lines, and an undo takes it back', async () => {
  harness.now = after(100)
  await finish({ actual_minutes: 90 })
  expect((await titles(harness.client))[0]).toBe('The hours are settled: $97.50')
  expect(await titles(harness.pro)).toContain('The hours are settled: $97.50')
  const { id: noticeId } = await harness.server.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'visit.hours_settled')
    .where('user_id', '=', harness.client.id)
    .executeTakeFirstOrThrow()
  await harness.server.db
    .updateTable('users')
    .set({ language: 'pt' })
    .where('id', '=', harness.client.id)
    .execute()
  const { facts } = (await loadSendableNotice(harness.server.context, noticeId, 'email'))!.text
  // Money in Portuguese has a space that does not break.
  const text = facts.map((fact) => fact.join(': ').replaceAll('\u00a0', ' '))
  expect(text).toContain('1,5 h × US$ 65,00: US$ 97,50')
  expect(text.at(-1)).toContain('US$ 97,50')
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  expect(await titles(harness.client)).not.toContain('The hours are settled: $97.50')
})

test('what was settled above holds the invariants', async () => {
  expect(await brokenInvariants()).toEqual({})
})
