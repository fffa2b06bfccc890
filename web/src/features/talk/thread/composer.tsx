import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { isBlank } from '#contract/blank.ts'
import type { User } from '#contract/people/identity.ts'
import { MESSAGE_LENGTH_MAX } from '#contract/talk/message-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { userStorage } from '#web/session/user-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { isComposing } from '#web/ui/forms/is-composing.ts'
import { SendIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { AttachPhoto, ChosenPhoto, useChosenPhoto } from './message-photo.tsx'
import type { Conversation } from '../messages/messaging.api.ts'
import { useOtherName } from '../messages/other-name.ts'
import { outbox } from '../messages/outbox.ts'
import { useSendTyping } from './use-typing.ts'

type ComposerProps = { me: User; conversation: Conversation }

/** The form that writes a message. Sending puts it into the outbox. rules: messages, outbox */
export function Composer({ me, conversation }: ComposerProps) {
  const { t } = useTranslation('messaging')
  const { other_user_id: otherId, conversation_id: conversationId, deleted } = conversation
  const { text, setText, photo, setPhoto } = useMessageDraft(me.id, otherId)
  const sendTyping = useSendTyping(conversationId)
  const isSending = useIsSendingTo(otherId)
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusOnMount(field)

  const message = text.trim()
  const isEmpty = isBlank(message) && !photo
  const isTooLong = message.length > MESSAGE_LENGTH_MAX
  const [isShrinking, setIsShrinking] = useState(false)
  const isDisabled = isEmpty || isShrinking || isSending || isTooLong || deleted
  const send = () => {
    if (isDisabled) return
    outbox.add(otherId, message, photo)
    setText('')
    setPhoto(undefined)
    field.current?.focus()
  }

  const closedNotice = deleted && (
    <p className="border-t border-line bg-surface p-4 text-soft">{t('gone_help')}</p>
  )
  // The text that was typed before the account was deleted stays visible.
  if (closedNotice && isBlank(text) && !photo) return closedNotice
  return (
    <form
      className="flex flex-col gap-2 border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {closedNotice}
      {photo && <ChosenPhoto photo={photo} onRemove={() => setPhoto(undefined)} />}
      <CodeHint text={message} />
      {isTooLong && <TooLong length={message.length} />}
      <div className="flex items-end gap-2">
        <AttachPhoto onPhoto={setPhoto} onShrinking={setIsShrinking} />
        <MessageField
          ref={field}
          conversation={conversation}
          value={text}
          isTooLong={isTooLong}
          onChange={(next) => {
            setText(next)
            sendTyping()
          }}
          onEnter={send}
        />
        <Button type="submit" className="shrink-0 px-3.5 lg:px-5" disabled={isDisabled}>
          <SendIcon />
          <span className="max-lg:sr-only">{t('send')}</span>
        </Button>
      </div>
    </form>
  )
}

type MessageFieldProps = {
  ref: React.Ref<HTMLTextAreaElement>
  conversation: Conversation
  value: string
  isTooLong: boolean
  onChange: (text: string) => void
  onEnter: () => void
}

/**
 * Enter sends, Shift+Enter makes a new line. On a touch screen Enter makes a new line, because the button is next to
 * the thumb.
 */
function MessageField({ conversation, isTooLong, onChange, onEnter, ...field }: MessageFieldProps) {
  const { t } = useTranslation('messaging')
  const name = useOtherName(conversation)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    onEnter()
  }
  return (
    <textarea
      {...field}
      rows={1}
      dir="auto"
      aria-label={t('write', { name })}
      aria-invalid={isTooLong || undefined}
      aria-describedby={isTooLong ? 'too-long' : undefined}
      placeholder={t('write_placeholder')}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className="field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none rounded-md border border-edge bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-soft hover:border-action"
    />
  )
}

function TooLong({ length }: { length: number }) {
  const { t } = useTranslation('errors')
  const format = useFormat()
  return (
    <p id="too-long" role="alert" className="text-sm font-medium text-clay">
      {t('message_too_long')} ({format.number(length)})
    </p>
  )
}

/**
 * The text and photo that are chosen for one conversation. They survive reload and session expiry. rule: outbox
 */
function useMessageDraft(userId: string, otherId: string) {
  const storage = userStorage<{ text: string }>(userId, `message.${otherId}`, 'browser')
  const [text, setText] = useState(() => storage.read().text ?? '')
  const [photo, setPhoto] = useChosenPhoto(userId, otherId)
  return {
    text,
    setText(next: string) {
      setText(next)
      if (next) storage.write({ text: next })
      else storage.clear()
    },
    photo,
    setPhoto,
  }
}

function useIsSendingTo(otherId: string): boolean {
  const { messages, sending } = useSyncExternalStore(outbox.subscribe, outbox.current)
  return messages.some(({ key, to }) => key === sending?.key && to === otherId)
}

/** Focuses the field on a wide screen with a mouse. On a phone the keyboard would cover the thread. */
function useFocusOnMount(field: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse), (width < 48rem)').matches) return
    // After the focus that the new screen sets itself.
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [field])
}
