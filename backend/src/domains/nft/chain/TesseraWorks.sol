// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// Works that left the marketplace: ERC-721 with a fixed URI per token, ERC-2981 royalties.
/// A token is minted once, under the number of the marketplace's item: a second mint of it reverts.
contract TesseraWorks {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event MinterChanged(address indexed from, address indexed to);

    error NotMinter();
    error NoAddress();
    error AlreadyMinted(uint256 tokenId);
    error NotMinted(uint256 tokenId);
    error NotAllowed(uint256 tokenId);
    error NotOwner(uint256 tokenId);
    error NotReceiver(address to);
    error RoyaltyTooHigh(uint96 basisPoints);

    string public constant name = "Tessera Works";
    string public constant symbol = "TESSERA";
    uint96 private constant HIGHEST_ROYALTY = 1_000;

    struct Royalty {
        address receiver;
        uint96 basisPoints;
    }

    address public minter;
    mapping(uint256 => address) private _owners;
    mapping(address => uint256) private _balances;
    mapping(uint256 => address) private _approved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(uint256 => string) private _uris;
    mapping(uint256 => Royalty) private _royalties;

    constructor() {
        minter = msg.sender;
        emit MinterChanged(address(0), msg.sender);
    }

    modifier onlyMinter() {
        if (msg.sender != minter) revert NotMinter();
        _;
    }

    function changeMinter(address to) external onlyMinter {
        if (to == address(0)) revert NoAddress();
        emit MinterChanged(minter, to);
        minter = to;
    }

    /// Calls nothing of the receiver: its cost is known, and no receiver can make the mint fail.
    function mint(address to, uint256 tokenId, string calldata uri, address royaltyReceiver, uint96 royaltyBasisPoints)
        external
        onlyMinter
    {
        if (to == address(0)) revert NoAddress();
        if (_owners[tokenId] != address(0)) revert AlreadyMinted(tokenId);
        if (royaltyBasisPoints > HIGHEST_ROYALTY) revert RoyaltyTooHigh(royaltyBasisPoints);
        if (royaltyBasisPoints > 0 && royaltyReceiver == address(0)) revert NoAddress();
        _owners[tokenId] = to;
        _balances[to] += 1;
        _uris[tokenId] = uri;
        _royalties[tokenId] = Royalty(royaltyReceiver, royaltyBasisPoints);
        emit Transfer(address(0), to, tokenId);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x80ac58cd // ERC-721
            || id == 0x5b5e139f // ERC-721 metadata
            || id == 0x2a55205a; // ERC-2981
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _owners[tokenId];
        if (owner == address(0)) revert NotMinted(tokenId);
    }

    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert NoAddress();
        return _balances[owner];
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return _uris[tokenId];
    }

    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address, uint256) {
        Royalty memory royalty = _royalties[tokenId];
        return (royalty.receiver, salePrice * royalty.basisPoints / 10_000);
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return _approved[tokenId];
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(tokenId);
        _approved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        if (operator == address(0)) revert NoAddress();
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        address owner = ownerOf(tokenId);
        if (owner != from) revert NotOwner(tokenId);
        if (to == address(0)) revert NoAddress();
        if (msg.sender != owner && msg.sender != _approved[tokenId] && !isApprovedForAll[owner][msg.sender]) {
            revert NotAllowed(tokenId);
        }
        delete _approved[tokenId];
        _balances[from] -= 1;
        _balances[to] += 1;
        _owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        if (IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data) != IERC721Receiver.onERC721Received.selector) {
            revert NotReceiver(to);
        }
    }
}
