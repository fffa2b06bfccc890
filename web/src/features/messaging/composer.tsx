import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { isBlank } from '#contract/blank.ts'
import { MESSAGE_LENGTH_MAX } from '#contract/product.ts'
import { userStorage } from '#web/session/user-storage.ts'
import { outbox } from './outbox.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { SendIcon } from '#web/ui/icons-signed-in.tsx'
import { AttachPhoto } from './message-photo.tsx'
import { useOtherName } from './other-name.ts'
import { LocalPicture } from './message-photo.tsx'
import type { Conversation } from './messaging.api.ts'
import { useChosenPhoto } from './message-photo.tsx'
import { useSayTyping } from './use-typing.ts'

const FAREWELL = 'border-t border-line bg-surface p-4 text-soft'

type ComposerProps = { me: User; conversation: Conversation }

/** Where one writes. What is typed stays in this browser until it is sent; what is sent is shown at once and kept until it has arrived. */
export function Composer({ me, conversation }: ComposerProps) {
  const { t } = useTranslation(['messaging', 'errors'])
  const { other_user_id: otherId, conversation_id: conversationId } = conversation
  const name = useOtherName(conversation)
  const draft = userStorage<{ text: string }>(me.id, `message.${otherId}`, 'browser')
  const [text, setText] = useState(() => draft.read().text ?? '')
  const [photo, setPhoto] = useChosenPhoto(me.id, otherId)
  const field = useRef<HTMLTextAreaElement>(null)
  const sayTyping = useSayTyping(conversationId)
  const { outgoing, sending } = useSyncExternalStore(outbox.subscribe, outbox.current)
  useFocusOnOpening(field)

  const message = text.trim()
  const inProgress = outgoing.some(({ key, to }) => key === sending?.key && to === otherId)
  const tooLong = message.length > MESSAGE_LENGTH_MAX
  const gone = conversation.deleted
  const blocked = (isBlank(message) && !photo) || inProgress || tooLong || gone
  const type = (next: string) => {
    setText(next)
    draft.write({ text: next })
    sayTyping()
  }
  const send = () => {
    if (blocked) return
    outbox.add(otherId, message, photo)
    setText('')
    draft.clear()
    setPhoto(undefined)
    field.current?.focus()
  }
  // On a touch screen the key makes a new line: the button is next to the thumb.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }

  const farewell = gone && <p className={FAREWELL}>{t('gone_help')}</p>
  if (farewell && isBlank(text) && !photo) return farewell
  return (
    <form
      className="flex flex-col gap-2 border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {farewell}
      {photo && <ChosenPhoto photo={photo} onDrop={() => setPhoto(undefined)} />}
      {tooLong && (
        <p id="too-long" role="alert" className="text-sm font-medium text-clay">
          {t('errors:message_too_long')} ({message.length.toLocaleString()})
        </p>
      )}
      <div className="flex items-end gap-2">
        <AttachPhoto onPhoto={setPhoto} />
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={t('write', { name })}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? 'too-long' : undefined}
          placeholder={t('write_placeholder')}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none rounded-md border border-edge bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-soft hover:border-action"
        />
        <Button type="submit" className="shrink-0 px-3.5 lg:px-5" disabled={blocked}>
          <SendIcon />
          <span className="max-lg:sr-only">{t('send')}</span>
        </Button>
      </div>
    </form>
  )
}

/** With a mouse one writes at once; on the phone the keyboard comes when it is asked for. */
function useFocusOnOpening(field: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse), (width < 48rem)').matches) return
    // The new screen's own focus comes first.
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [field])
}

function ChosenPhoto({ photo, onDrop }: { photo: Blob; onDrop: () => void }) {
  const { t } = useTranslation('messaging')
  return (
    <div className="relative self-start">
      <LocalPicture
        picture={photo}
        alt={t('photo.chosen', { file: photo instanceof File ? photo.name : '' })}
        className="block max-h-32 max-w-48 rounded-md border border-line"
      />
      <button
        type="button"
        aria-label={t('photo.drop')}
        className="absolute -top-2 -right-2 grid size-11 place-items-center rounded-full border border-edge bg-raised text-ink shadow-float hover:bg-mint"
        onClick={onDrop}
      >
        <CloseIcon className="size-4" />
      </button>
    </div>
  )
}
