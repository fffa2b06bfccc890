import type { Page } from '@playwright/test'
import { DELETED_USER } from '#contract/product.ts'
import { PAGE_SIZE_MAX } from '#contract/market/search-rules.ts'
import { answerWith } from '../server/answer-with.ts'
import { LONG_NAME } from './long-texts.ts'

const DIFFICULT_TEXTS = [
  LONG_NAME.repeat(3),
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'https://example.com/a/very/long/address/that/nobody/ever/breaks/'.repeat(3),
  'مرحبا، هل يمكنك تنظيف المطبخ يوم الجمعة القادم؟ \u202E321\u202C שלום',
  '👩🏽‍🦱🧽✨🧼🪣',
  '<b>bold</b> & <script>alert(1)</script>',
]

/** Gives the newest messages of the thread texts that are difficult to lay out. */
export function withLongThread(page: Page) {
  type Thread = { messages: { kind: string; message: string }[] }
  return answerWith(page, '**/api/chat/messages/*/*', (thread: Thread) => {
    thread.messages
      .filter(({ kind }) => kind === 'text')
      .forEach((message, index) => {
        message.message = DIFFICULT_TEXTS[index % DIFFICULT_TEXTS.length]!
      })
    return thread
  })
}

type Conversations = Record<string, unknown>[]

function withConversations(page: Page, change: (conversations: Conversations) => Conversations) {
  return answerWith(
    page,
    '**/api/chat/conversations/*',
    ({ conversations }: { conversations: Conversations }) => ({
      conversations: change(conversations),
    }),
  )
}

export function withManyConversations(page: Page) {
  return withConversations(page, ([first]) =>
    Array.from({ length: PAGE_SIZE_MAX }, (_, index) => ({
      ...first,
      conversation_id: crypto.randomUUID(),
      other_user_id: crypto.randomUUID(),
      other_user_name: index % 3 ? `Robin ${index}` : LONG_NAME,
      other_user_image_url: index % 2 ? null : first?.['other_user_image_url'],
      last_message: DIFFICULT_TEXTS[index % DIFFICULT_TEXTS.length],
      last_message_kind: 'text',
      unread_count: index % 4 ? 0 : index * 7,
    })),
  )
}

export function withDeletedParty(page: Page) {
  return withConversations(page, (conversations) =>
    conversations.map((conversation) => ({
      ...conversation,
      other_user_name: DELETED_USER,
      deleted: true,
      other_user_image_url: null,
    })),
  )
}

export async function sendRefusedMessage(page: Page) {
  await page.route('**/api/chat/messages', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'conversation_blocked', detail: "You can't write in this conversation." },
    }),
  )
  await page.getByRole('textbox').last().fill(`${LONG_NAME} – ${LONG_NAME}`)
  await page.locator('form button[type=submit]').last().click()
  await page.locator('main .text-clay').first().waitFor()
}

export async function writeMessage(page: Page) {
  await page.getByRole('textbox').last().fill(LONG_NAME)
  await page.locator('form button[type=submit]').last().click()
}
