import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PagesField } from './pages-field.tsx'
import type { DocumentKindOfForm, useDocuments } from './use-documents.ts'

type DocumentsDialogProps = {
  kind: DocumentKindOfForm
  documents: ReturnType<typeof useDocuments>
  onClose: () => void
  /** Above the photos, and below them. */
  children: ReactNode
  after?: ReactNode
}

/** A dialog with one form that has photos of a document. rule: document-pages */
export function DocumentsDialog({
  kind,
  documents,
  onClose,
  children,
  after,
}: DocumentsDialogProps) {
  const { t } = useTranslation('credentials')
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { errors, isSending, pages, sent, setPages, submit } = documents
  useEffect(() => {
    if (Object.values(errors).every((error) => !error)) return
    // The first field with an error, on a phone often out of sight.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  }, [errors])
  return (
    <Dialog
      title={t(`titles.${kind}`)}
      height="full"
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-3">
          {isSending && (
            <progress aria-label={t('progress')} value={sent} max={1} className="h-2 w-full" />
          )}
          {errors['form'] && <MessageBox tone="problem">{errors['form']}</MessageBox>}
          <Button type="submit" form={formId} wide busy={isSending}>
            {isSending ? t('sending') : t('send')}
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-soft">{t(`intros.${kind}`)}</p>
        {children}
        <PagesField pages={pages} error={errors['pages']} onChange={setPages} />
        {after}
      </form>
    </Dialog>
  )
}
