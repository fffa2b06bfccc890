import { defineDocument } from '#web/features/documents/define-document.tsx'

defineDocument('terms')
