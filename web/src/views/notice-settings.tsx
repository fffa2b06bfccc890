import { useTranslation } from '../app/use-translation.ts'
import { defineView } from '../app/view.ts'
import { DeviceSwitch } from '../features/notices/device-switch.tsx'
import { Switches } from '../features/notices/switches.tsx'

export default defineView({
  head: ({ t }) => ({ title: t('notices:settings') }),
  Component: NoticeSettings,
})

function NoticeSettings() {
  const { t } = useTranslation('notices')
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('settings')}</h1>
        <p className="measure text-soft">{t('settings_help')}</p>
      </header>
      <DeviceSwitch />
      <Switches />
    </div>
  )
}
