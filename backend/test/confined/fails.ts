throw new Error('fails');

export {};
