import './console.css'
import { createRoot } from 'react-dom/client'
import { createApi } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
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
    (path, init) => fetch(path, init),
    () => i18n.language,
  )
  const queryClient = createQueryClient((error) => forgetSessionAfter(error, queryClient))
  createRoot(root).render(<ConsoleApp {...{ api, queryClient, i18n }} />)
}

void start()
