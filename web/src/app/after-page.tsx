import InstallButton from '../pwa/install-button.tsx'
import { Offline } from '../pwa/offline.tsx'
import { Toasts } from '../ui/toast.tsx'

export { detectLanguage, rememberChoice, rememberDetected } from './detect-language.ts'
export { preloadOnIntent } from './preload-on-intent.ts'

/** What nobody waits for: it comes after the page. */
export default function AfterPage() {
  return (
    <>
      <Toasts />
      <InstallButton />
      <Offline />
    </>
  )
}
