// Never ends, and cannot be interrupted: it waits in one native call.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

export {};
