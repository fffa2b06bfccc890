import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel, Quote } from '../cases/panel.tsx'
import { PersonLink } from '../cases/links.tsx'
import { useMoment } from '../use-moment.ts'
import { ConversationDialog } from './conversation-dialog.tsx'
import type { Opened } from './conversation-dialog.tsx'

type People = { id: string; people: readonly Parameters<typeof PersonLink>[0]['person'][] }
type ConversationsProps = {
  conversations: readonly People[]
  caseId?: string
  heading?: 'h2' | 'h3'
}

/** Conversations without their words, which an operator opens with a reason. rule: opened-conversations */
export function Conversations({ conversations, caseId, heading = 'h2' }: ConversationsProps) {
  const { t } = useTranslation('console_cases')
  const [chosen, choose] = useState<People>()
  const [opened, setOpened] = useState<Record<string, Opened>>({})
  if (conversations.length === 0) return null
  return (
    <Panel title={t('conversation.list')} heading={heading}>
      <ul aria-label={t('conversation.list')} className="flex flex-col gap-4">
        {conversations.map((one) => (
          <li key={one.id} className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="flex flex-col">
                {one.people.map((person) => (
                  <span key={person.id}>
                    <PersonLink person={person} />
                  </span>
                ))}
              </span>
              {!opened[one.id] && (
                <Button look="quiet" onClick={() => choose(one)}>
                  {t('conversation.open')}
                </Button>
              )}
            </div>
            {opened[one.id] && <Messages opened={opened[one.id]!} />}
          </li>
        ))}
      </ul>
      {chosen && (
        <ConversationDialog
          id={chosen.id}
          personId={chosen.people[0]!.id}
          caseId={caseId}
          onOpened={(answer) => {
            setOpened({ ...opened, [chosen.id]: answer })
            choose(undefined)
          }}
          onClose={() => choose(undefined)}
        />
      )}
    </Panel>
  )
}

/** The messages of an opened conversation, until the page is left. The focus moves here. */
function Messages({ opened: { messages, until } }: { opened: Opened }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  return (
    <section
      ref={(section) => section?.focus()}
      tabIndex={-1}
      aria-label={t('conversation.messages')}
      className="flex max-h-120 flex-col gap-3 overflow-y-auto rounded-md border border-line p-3"
    >
      <p className="text-sm text-soft">{t('conversation.until', { time: moment(until) })}</p>
      {messages.length === 0 && <p className="text-soft">{t('facts.no_messages')}</p>}
      <ol className="flex flex-col gap-3">
        {messages.map(({ id, from, at, text }) => (
          <li key={id} className="flex flex-col gap-1">
            <p className="text-sm text-soft">
              {t(`from.${from}`)}, {moment(at)}
            </p>
            <Quote>{text}</Quote>
          </li>
        ))}
      </ol>
    </section>
  )
}
