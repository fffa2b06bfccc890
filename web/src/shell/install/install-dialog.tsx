import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { dismissInstallation, installPrompt } from './installation.ts'
import { platformOf } from './platform.ts'

const STEPS = {
  ios: ['ios.step_1', 'ios.step_2', 'ios.step_3'],
  android: ['android.step_1', 'android.step_2', 'android.step_3'],
  other: ['other.step_1', 'other.step_2', 'other.step_3'],
} as const

/** How to install on this platform: the browser's prompt if it has one, otherwise instructions. rule: install-button */
export default function InstallDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['install', 'app'])
  const platform = platformOf(navigator.userAgent, navigator.maxTouchPoints)
  const install = installPrompt()
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <Button
          look="quiet"
          onClick={() => {
            dismissInstallation()
            onClose()
          }}
        >
          {t('app:install.dismiss')}
        </Button>
      }
    >
      <p className="text-soft">{t('why')}</p>
      {install ? (
        <Button
          className="mt-4"
          onClick={() => {
            install()
            onClose()
          }}
        >
          {t('now')}
        </Button>
      ) : (
        <ol className="mt-4 flex list-decimal flex-col gap-3 pl-6">
          {STEPS[platform].map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
