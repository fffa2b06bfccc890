importScripts('/push-worker.js')
