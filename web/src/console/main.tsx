import '#web/loading/trusted-types.ts'
import '#web/loading/translated-text.ts'
import './console.css'
import { createRoot } from 'react-dom/client'
import { createApi } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import { ConsoleApp } from './console-app.tsx'
import { createConsoleI18n } from './console-i18n.ts'
import { forgetSessionAfter } from './operator.api.ts'

/** Starts the console: rendered in the browser alone. rule: operator-console */
async function start() {
  const root = document.getElementById('root')
  if (!root) return
  const i18n = await createConsoleI18n(detectLanguage(document.documentElement))
  document.documentElement.lang = i18n.language
  const api = createApi(
    (path, init) => fetchSolved(path, init, i18n),
    () => i18n.language,
  )
  const queryClient = createQueryClient((error) => forgetSessionAfter(error, queryClient))
  createRoot(root).render(<ConsoleApp {...{ api, queryClient, i18n }} />)
}

/** Solves the challenge of a limit. rule: challenge */
async function fetchSolved(path: string, init: RequestInit, i18n: I18n): Promise<Response> {
  const response = await fetch(path, init)
  if (response.status !== 429) return response
  const { sendSolved } = await import('#web/shell/challenge/challenge.ts')
  return sendSolved(response, path, init, i18n)
}

void start()
