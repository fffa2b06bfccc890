import { expect } from '@playwright/test'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { PASSWORD } from '../support/profile-form.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { field, log, newPair, send, uniqueText } from '../support/conversation.ts'
import { translationsIn } from '../support/translations.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 403/] })

// rule: account-deletion
test('after the other side has deleted their account the messages stay, and neither side can write', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const {
    client,
    professionalPage,
    context: professionalContext,
    write,
  } = await newPair(page, browser, watch)
  const sentText = uniqueText('See you on Friday')
  await write('client', sentText)
  // Without live events the thread does not know of the deletion before the message is sent.
  await professionalPage.routeWebSocket(`**${LIVE_PATH}`, () => {})
  await professionalPage.goto(`/messages/${client.id}`)
  await expect(professionalPage.getByRole('heading', { name: 'Robin Journey' })).toBeVisible()
  const typedText = uniqueText('Until then')
  await field(professionalPage).fill(typedText)
  const deletion = await page.request.delete(`/api/users/${client.id}`, {
    headers: { 'current-password': encodeURIComponent(PASSWORD) },
  })
  expect(deletion.ok()).toBe(true)

  await test.step('a message typed before is refused, and stays', async () => {
    await field(professionalPage).press('Enter')
    await expect(log(professionalPage).getByText(typedText)).toBeVisible()
    await expect(
      log(professionalPage).getByText("Not sent. You can't write in this conversation."),
    ).toBeVisible()
    await log(professionalPage).getByRole('button', { name: 'Delete' }).click()
  })
  await test.step('the thread says that the account is closed, in three languages, and has no field and no contact data', async () => {
    for (const language of ['pt', 'es', 'en'] as const) {
      const t = translationsIn(language)
      await professionalContext.addCookies([
        { name: 'i18nextLng', value: language, url: baseURL ?? '' },
      ])
      await professionalPage.addInitScript(
        (choice) => localStorage.setItem('i18nextLng', choice),
        language,
      )
      await professionalPage.goto(`/messages/${client.id}`)
      await expect(
        professionalPage.getByRole('heading', { name: t('messaging:gone') }),
      ).toBeVisible()
      await expect(professionalPage.getByText(t('messaging:gone_help'))).toBeVisible()
      const conversations = professionalPage.getByRole('navigation', {
        name: t('messaging:conversations'),
      })
      await expect(conversations.getByRole('link')).toContainText(t('messaging:gone'))
      await expect(log(professionalPage).getByText(sentText)).toBeVisible()
      await expect(professionalPage.getByRole('main').getByRole('textbox')).toHaveCount(0)
      await expect(professionalPage.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
    }
    await expectAccessible(professionalPage)
  })
  await professionalContext.close()
})

// rule: block
// rule: outbox
test('a blocked sender is refused without the name of the blocker, and the message stays', async ({
  page,
  browser,
  watch,
}) => {
  const {
    client,
    professional,
    professionalPage,
    context: professionalContext,
  } = await newPair(page, browser, watch)
  await page.goto(`/messages/${professional.id}`)
  const block = { other_user_id: client.id }
  expect((await professionalPage.request.post('/api/chat/block', { data: block })).ok()).toBe(true)
  const text = uniqueText('Are you there?')
  await field(page).fill(text)
  await send(page).click()
  const refused = log(page).getByText("Not sent. You can't write in this conversation.")
  await expect(refused).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send message' })).toBeVisible()
  await page.reload()
  await expect(log(page).getByText(text)).toBeVisible()
  await expect(refused).toBeVisible()
  await expect(page.getByText('Unblock')).toHaveCount(0)

  expect((await professionalPage.request.delete(`/api/chat/block/${client.id}`)).ok()).toBe(true)
  await log(page).getByRole('button', { name: 'Retry' }).click()
  await expect(refused).toHaveCount(0)
  await professionalPage.goto(`/messages/${client.id}`)
  await expect(log(professionalPage).getByText(text)).toHaveCount(1)
  await professionalContext.close()
})
