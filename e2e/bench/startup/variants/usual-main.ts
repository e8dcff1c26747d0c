// The asynchronous boundary of the usual set-up: nothing starts before the share scope is negotiated.
import('../../../../host/src/start.tsx');
