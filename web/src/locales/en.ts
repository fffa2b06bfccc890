export default import.meta.glob<object>(['./en/*/*.json', '../../../contract/locales/en/*.json'], {
  eager: true,
  import: 'default',
})
