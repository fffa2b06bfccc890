import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { CAST, DEMO_PASSWORD } from '../server/demo/cast.ts'
import { idOf } from './a-client.ts'
import { logIn } from './journey.ts'

type Watch = (context: BrowserContext) => Promise<void>
type Opened = Awaited<ReturnType<Browser['newContext']>>

/** A browser of its own for a professional of the cast, in the conversation with a client. */
export async function professionalsBrowser(
  browser: Browser,
  watch: Watch,
  professional: { email: string },
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; context: Opened }> {
  const context = await browser.newContext(options)
  await watch(context)
  const page = await context.newPage()
  await logIn(page, professional.email, DEMO_PASSWORD)
  return { page, context }
}

/** Maya, whose lead with Grace is open for ever, in her conversation with Grace. */
export async function mayaWritesToGrace(page: Page): Promise<{ mayaId: string; graceId: string }> {
  await logIn(page, CAST.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, CAST.grace.slug)
  const me = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  await page.goto(`/messages/${graceId}`)
  await expect(field(page)).toBeVisible()
  return { mayaId: me.id, graceId }
}

export const field = (page: Page) => page.getByRole('textbox', { name: /^Write to/ })
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
export const log = (page: Page) => page.getByRole('log')
export const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

/** A text like no other. */
export const unlike = (text: string) => `${text} ${Math.trunc(Math.random() * 1e9)}`
