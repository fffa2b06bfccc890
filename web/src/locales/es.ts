export default import.meta.glob<object>(['./es/*/*.json', '../../../contract/locales/es/*.json'], {
  eager: true,
  import: 'default',
})
