import { useQuery } from '@tanstack/react-query'
import type { NoticeChannel, NoticeSwitch, NoticeTopic } from '#contract/talk/notices.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { switchesQuery, useSwitchNotices } from './notices.api.ts'

/** A checkbox for each topic and channel, saved as soon as it is pressed. rule: notice-switches */
export function NoticeSwitches() {
  const { t } = useTranslation('notices')
  const query = useQuery(switchesQuery(useApi()))
  return (
    <QueryState query={query} failed={t('switches_failed')} pending={<SwitchesPending />}>
      {(switches) => <Topics switches={switches} />}
    </QueryState>
  )
}

function Topics({ switches }: { switches: readonly NoticeSwitch[] }) {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const change = useSwitchNotices()
  const topics = [...new Set(switches.map(({ topic }) => topic))]
  const channelsOf = (topic: NoticeTopic) =>
    switches.filter((one) => one.topic === topic).map(({ channel }) => channel)
  const isOn = (topic: NoticeTopic, channel: NoticeChannel) => {
    const saving = change.isPending ? change.variables : undefined
    if (saving?.topic === topic && saving.channel === channel) return saving.enabled
    return switches.some((one) => one.topic === topic && one.channel === channel && one.enabled)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-4">
        {topics.map((topic) => (
          <fieldset
            key={topic}
            className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 md:p-5"
          >
            <legend className="sr-only">{t(`topics.${topic}.name`)}</legend>
            <p aria-hidden="true" className="font-semibold">
              {t(`topics.${topic}.name`)}
            </p>
            <p className="text-sm text-soft">{t(`topics.${topic}.help`)}</p>
            <div className="flex flex-wrap gap-x-6">
              {channelsOf(topic).map((channel) => (
                <label key={channel} className="flex min-h-11 items-center gap-2.5">
                  <input
                    type="checkbox"
                    className="size-5"
                    checked={isOn(topic, channel)}
                    onChange={({ currentTarget: { checked: enabled } }) =>
                      change.mutate({ topic, channel, enabled })
                    }
                  />
                  {t(`channels.${channel}`)}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      {change.error && <MessageBox tone="problem">{refusalText(change.error)}</MessageBox>}
      <p role="status" className="min-h-6 text-sm text-soft">
        {change.isSuccess && t('kept')}
      </p>
    </div>
  )
}

/** The skeleton: a card for each topic. */
function SwitchesPending() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="card flex flex-col gap-3 p-4 md:p-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="mt-1 h-6 w-80 max-w-full" />
        </div>
      ))}
    </div>
  )
}
