import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { idOf, newClient } from './new-client.ts'
import type { Client } from './new-client.ts'
import { logIn } from './journey.ts'
import { subscribedProfessional } from './paying.ts'

type Watch = (context: BrowserContext) => Promise<void>
type Opened = Awaited<ReturnType<Browser['newContext']>>

/** Opens a separate browser and logs a demo professional in there. */
export async function openProfessionalBrowser(
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

/** Logs in as Maya and opens the conversation with Grace. Its lead is open in the demo world. */
export async function openMayaConversation(
  page: Page,
): Promise<{ mayaId: string; graceId: string }> {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const me = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  await page.goto(`/messages/${graceId}`)
  await expect(field(page)).toBeVisible()
  return { mayaId: me.id, graceId }
}

/** A new client in this browser who has contacted a demo professional. */
export async function contactAsNewClient(
  page: Page,
  { slug }: { slug: string },
): Promise<{ client: Client; professionalId: string }> {
  const client = await newClient(page)
  const professionalId = await idOf(page, slug)
  await initiateContact(page, client.id, professionalId)
  return { client, professionalId }
}

async function initiateContact(page: Page, clientId: string, professionalId: string) {
  const data = { client_id: clientId, professional_id: professionalId }
  const answer = await page.request.post('/api/chat/initiate-contact', { data })
  expect(answer.status()).toBe(200)
}

export type Pair = {
  client: Client
  professional: { id: string; email: string }
  /** The professional's browser. */
  professionalPage: Page
  context: Opened
  /** Writes to the other side by the API. */
  write(by: 'client' | 'professional', message: string): Promise<void>
}

/** A new client in this browser and a new professional in another one, with a conversation. No other test uses them. */
export async function newPair(page: Page, browser: Browser, watch: Watch): Promise<Pair> {
  const context = await browser.newContext()
  await watch(context)
  const professionalPage = await context.newPage()
  const [client, professional] = [
    await newClient(page),
    await subscribedProfessional(professionalPage),
  ]
  await initiateContact(page, client.id, professional.id)
  return {
    client,
    professional,
    professionalPage,
    context,
    async write(by, message) {
      const ids = [client.id, professional.id]
      const [caller, [sender_id, receiver_id]] =
        by === 'client' ? [page.request, ids] : [professionalPage.request, ids.toReversed()]
      const data = { sender_id, receiver_id, message }
      expect((await caller.post('/api/chat/messages', { data })).status()).toBe(200)
    },
  }
}

export const field = (page: Page) => page.getByRole('textbox', { name: /^Write to/ })
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
export const log = (page: Page) => page.getByRole('log')
export const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

/** A unique text. */
export const uniqueText = (text: string) => `${text} ${Math.trunc(Math.random() * 1e9)}`
