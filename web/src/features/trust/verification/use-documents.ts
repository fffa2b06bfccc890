import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { upload } from '#web/api/upload.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { shrinkPhoto } from '#web/ui/pictures/shrink-photo.ts'
import { toast } from '#web/ui/states/toast-store.ts'

export type DocumentKindOfForm = 'identity' | 'insurance'
type Fields = Record<string, string>
export type DocumentErrors = Partial<Record<string, string>>

type Options = {
  professionalId: string
  kind: DocumentKindOfForm
  /** Values that are sent with every form beside its typed fields. */
  constants: Fields
  /** Errors by field, before anything is sent. */
  check: (fields: Fields, pages: readonly File[]) => DocumentErrors
  onClose: () => void
}

/** The field at which a refusal of the server is shown, by the code of the refusal. */
const FIELD_OF: Partial<Record<string, string>> = {
  document_required: 'pages',
  document_type: 'pages',
  document_too_large: 'pages',
  image_unreadable: 'pages',
  image_too_large_to_open: 'pages',
  document_expired: 'expires',
  date_invalid: 'expires',
  references_required: 'reference_2_email',
}

/**
 * A form with photos of a document. What was typed stays in this tab until it was sent; photos of documents are never
 * stored in the browser. rule: identity-documents, document-checks
 */
export function useDocuments({ professionalId, kind, constants, check, onClose }: Options) {
  const { t, i18n } = useTranslation('credentials')
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const draft = formDraft<Fields>(professionalId, `${kind}-documents`)
  const [fields, setFields] = useState<Fields>(() => draft.fields() ?? {})
  const [pages, setPages] = useState<File[]>([])
  const [errors, setErrors] = useState<DocumentErrors>({})
  const [sent, setSent] = useState(0)
  const sending = useMutation({
    mutationFn: async () => {
      setSent(0)
      const photos: File[] = []
      for (const page of pages) photos.push(await shrinkPhoto(page))
      const form = new FormData()
      const texts = { user_id: professionalId, ...constants, ...fields }
      for (const [name, text] of Object.entries(texts)) form.set(name, text)
      for (const photo of photos) form.append('pages', photo)
      const files = photos.map(({ name, size, lastModified }) => [name, size, lastModified])
      const idempotencyKey = draft.keyFor([texts, files])
      const input = { params: {}, form, language: i18n.language, idempotencyKey }
      return upload(`POST /api/professional/verification/${kind}`, {
        ...input,
        onProgress: setSent,
      })
    },
    onSuccess: async () => {
      draft.clear()
      await queryClient.invalidateQueries()
      toast.success(t(`received.${kind}`))
      onClose()
    },
    onError: (error) => {
      draft.requestFailed(error)
      const field = error instanceof Refusal ? FIELD_OF[error.code] : undefined
      setErrors({ [field ?? 'form']: refusalText(error) })
    },
  })
  const clear = (name: string) =>
    setErrors((earlier) => ({ ...earlier, form: undefined, [name]: undefined }))
  return {
    fields,
    pages,
    errors,
    sent,
    isSending: sending.isPending,
    set: (name: string, text: string) => {
      const changed = { ...fields, [name]: text }
      setFields(changed)
      draft.save(changed)
      clear(name)
    },
    setPages: (changed: File[]) => {
      setPages(changed)
      clear('pages')
    },
    submit: () => {
      const found = check(fields, pages)
      setErrors(found)
      if (Object.keys(found).length === 0) sending.mutate()
    },
  }
}
