export default import.meta.glob<object>(['./pt/*/*.json', '../../../contract/locales/pt/*.json'], {
  eager: true,
  import: 'default',
})
