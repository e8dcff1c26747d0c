const hoard: number[] = [];
for (;;) hoard.push(hoard.length);

export {};
