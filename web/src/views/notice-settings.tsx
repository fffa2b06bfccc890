import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { PushDeviceSwitch } from '#web/features/notices/push-device-switch.tsx'
import { NoticeSwitches } from '#web/features/notices/notice-switches.tsx'

defineView('notice-settings', {
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
      <PushDeviceSwitch />
      <NoticeSwitches />
    </div>
  )
}
