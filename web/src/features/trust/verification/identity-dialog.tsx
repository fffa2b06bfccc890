import { useId, useState } from 'react'
import { CONSENT_VERSION } from '#contract/trust/ssn.ts'
import { DOCUMENT_KINDS, REFERENCE_NAME_LENGTH_MAX } from '#contract/trust/verification-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { DocumentsDialog } from './documents-dialog.tsx'
import { useDocuments } from './use-documents.ts'
import type { DocumentErrors } from './use-documents.ts'

type IdentityDialogProps = { professionalId: string; onClose: () => void }

const REASONS = ['why', 'kept', 'shown', 'free'] as const
const REFERENCES = ['reference_1', 'reference_2'] as const

/** An identity document and two references instead of a number. rule: identity-documents */
export default function IdentityDialog({ professionalId, onClose }: IdentityDialogProps) {
  const { t } = useTranslation(['credentials', 'errors'])
  const [agreed, setAgreed] = useState(false)
  const check = (fields: Record<string, string>, pages: readonly File[]) => {
    const errors: DocumentErrors = {}
    if (!fields['document_kind']) errors['document_kind'] = t('identity.kind_missing')
    if (pages.length === 0) errors['pages'] = t('errors:document_required')
    for (const one of REFERENCES) {
      if (!fields[`${one}_name`]?.trim()) errors[`${one}_name`] = t('identity.name_missing')
      if (!fields[`${one}_email`]?.includes('@')) errors[`${one}_email`] = t('errors:email_invalid')
    }
    if (!agreed) errors['consent'] = t('identity.consent_missing')
    return errors
  }
  const constants = { consent_version: CONSENT_VERSION }
  const documents = useDocuments({ professionalId, kind: 'identity', constants, check, onClose })
  const { fields, errors, set } = documents
  const props = (name: string) => ({
    name,
    value: fields[name] ?? '',
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  return (
    <DocumentsDialog
      kind="identity"
      documents={documents}
      onClose={onClose}
      after={
        <>
          {REFERENCES.map((one, index) => (
            <fieldset key={one} className="flex min-w-0 flex-col gap-4 rounded-lg bg-sky p-4">
              <legend className="float-left mb-1 w-full font-medium">
                {t('identity.reference', { number: index + 1 })}
              </legend>
              <TextField
                {...props(`${one}_name`)}
                label={t('identity.name')}
                autoComplete="off"
                maxLength={REFERENCE_NAME_LENGTH_MAX}
              />
              <TextField
                {...props(`${one}_email`)}
                label={t('identity.email')}
                type="email"
                inputMode="email"
                autoComplete="off"
              />
            </fieldset>
          ))}
          <p className="text-sm text-soft">{t('identity.references_help')}</p>
          <Consent agreed={agreed} error={errors['consent']} onChange={setAgreed} />
        </>
      }
    >
      <SelectField {...props('document_kind')} label={t('identity.kind')}>
        <option value="">{t('identity.choose_kind')}</option>
        {DOCUMENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`identity.kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...props('document_expires_on')}
        error={errors['expires']}
        label={t('identity.expires')}
        help={t('identity.expires_help')}
        type="date"
        className="sm:max-w-72"
      />
    </DocumentsDialog>
  )
}

type ConsentProps = {
  agreed: boolean
  error: string | undefined
  onChange: (agreed: boolean) => void
}

/** Explains what happens to the document, and asks for consent before it is sent. rule: identity-documents */
function Consent({ agreed, error, onChange }: ConsentProps) {
  const { t } = useTranslation('credentials')
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="text-lg">
        {t('identity.consent')}
      </h3>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        {REASONS.map((reason) => (
          <li key={reason}>{t(`identity.consent_${reason}`)}</li>
        ))}
      </ul>
      <CheckField label={t('identity.agree')} checked={agreed} onChange={onChange} />
      {error && (
        <p className="flex items-start gap-1.5 text-sm font-medium text-clay" role="alert">
          <WarningIcon className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </section>
  )
}
