import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { canPush } from './device-push.ts'
import { deviceQuery, useSwitchDevice } from './push-device.api.ts'

/** Switches push notifications on this device until the user logs out on it. rule: push-devices */
export function PushDeviceSwitch() {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const hydrated = useHydrated()
  const { data, error } = useQuery(deviceQuery(useApi()))
  const change = useSwitchDevice()
  if (!hydrated || (!data && !error)) return <Skeleton className="h-24" />
  const isOn = change.isPending ? change.variables.on : (data?.isOn ?? false)
  const problem = change.error ?? error
  return (
    <section className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 md:p-5">
      {data && canPush() ? (
        <label className="flex min-h-11 items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            className="size-5"
            aria-describedby="device-help"
            checked={isOn}
            onChange={({ currentTarget: { checked: on } }) => {
              if (!change.isPending) change.mutate({ on, publicKey: data.publicKey })
            }}
          />
          {t('device.name')}
        </label>
      ) : (
        <p className="font-semibold">{t('device.name')}</p>
      )}
      <p id="device-help" className="text-sm text-soft">
        {t(canPush() ? 'device.help' : 'device.impossible')}
      </p>
      <p role="status" className="text-sm text-soft">
        {change.data && change.data !== 'denied' && t('kept')}
      </p>
      {change.data === 'denied' && <MessageBox tone="problem">{t('device.denied')}</MessageBox>}
      {problem && <MessageBox tone="problem">{refusalText(problem)}</MessageBox>}
    </section>
  )
}
